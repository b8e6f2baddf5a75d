import { strictEqual } from "node:assert/strict";
import { MAX_HANDLES } from "../protocol/frames.ts";
import { Handles } from "./handles.ts";

/** Fills up with timers until so many places are left. */
function fillUp(handles: Handles, left: number): void {
  for (let i = 0; i < MAX_HANDLES - left; i++) handles.open({ u: `timer ${i}`, kind: "timer" });
}

Deno.test("Handles counts to the bound, live handles of an earlier run included", () => {
  const handles = new Handles([{ u: "a", kind: "chat" }]);
  fillUp(handles, 2);
  strictEqual(handles.full, false);
  handles.open({ u: "b", kind: "tool" });
  strictEqual(handles.full, true);
});

Deno.test("Handles closes by the events that end each kind, and by no others", () => {
  const handles = new Handles([{ u: "c", kind: "chat" }, { u: "t", kind: "tool" }, { u: "r", kind: "resource" }]);
  fillUp(handles, 3);
  for (const [u, kind] of [["c", "chat-delta"], ["r", "error"], ["t", "chat-end"], ["c", "timer"]] as const) {
    handles.closeAfter(u, kind);
    strictEqual(handles.full, true, `${kind} of ${u}`);
  }
  for (const [u, kind] of [["c", "chat-end"], ["t", "tool-result"], ["timer 0", "timer"]] as const) {
    handles.closeAfter(u, kind);
    strictEqual(handles.full, false, `${kind} of ${u}`);
    handles.open({ u: `more ${u}`, kind: "resource" });
  }
});

Deno.test("Handles counts a source once; the replaced handle still ends what replaced it", () => {
  const handles = new Handles([{ u: "old", kind: "agent", source: "bob" }]);
  fillUp(handles, 1);
  strictEqual(handles.hasSource("agent", "bob"), true);
  strictEqual(handles.hasSource("endpoint", "bob"), false);
  handles.open({ u: "new", kind: "agent", source: "bob" });
  strictEqual(handles.full, true);
  handles.close("old");
  strictEqual(handles.full, false);
  strictEqual(handles.hasSource("agent", "bob"), false);
});

Deno.test("Handles takes the end of a replaced handle for no end of its successor", () => {
  const handles = new Handles([{ u: "old", kind: "endpoint", source: "m" }]);
  handles.open({ u: "new", kind: "endpoint", source: "m" });
  handles.ended("old");
  strictEqual(handles.hasSource("endpoint", "m"), true);
  handles.ended("new");
  strictEqual(handles.hasSource("endpoint", "m"), false);
});

Deno.test("Handles suppresses a cancelled or unknown handle, not one of another kind", () => {
  const handles = new Handles([{ u: "c", kind: "chat" }, { u: "a", kind: "agent", source: "bob" }]);
  handles.cancel("c", "chat");
  handles.cancel("a", "timer");
  handles.cancel("unknown", "timer");
  strictEqual([handles.isSuppressed("c"), handles.isSuppressed("a"), handles.isSuppressed("unknown")].join(), "true,false,true");
  strictEqual(handles.takeSuppressed().size, 2);
  strictEqual(handles.isSuppressed("c"), false);
});
