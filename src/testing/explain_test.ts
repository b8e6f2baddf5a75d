import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { Json, TraceEvent } from "../protocol/mod.ts";
import { parseAssertions } from "./assertions.ts";
import { eventText, explain } from "./explain.ts";
import { Track } from "./track.ts";

function call(op: string, detail: Json = {}): TraceEvent {
  return { kind: "call", agent: "a", op, detail };
}

function chat(model: string): TraceEvent {
  return call("chat", { model });
}

function tracked(events: unknown[], ...trace: TraceEvent[]): Track {
  const track = new Track(parseAssertions({ a: { events } }).get("a")!.steps);
  for (const event of trace) track.feed(event);
  return track;
}

const wanted = (model: string) => ({ kind: "call", op: "chat", detail: { model } });

Deno.test("explain() puts the first event that broke the order beside the pattern, and shows where the cursor stood", () => {
  const track = tracked([wanted("a"), wanted("^b$"), wanted("c")], call("whoami"), chat("a"), call("log"), chat("x"), chat("y"));
  deepStrictEqual(explain(track).join("\n").split("\n"), [
    "assertion #2 not satisfied",
    '  expected: call(op=Some("chat"), detail={model: /^b$/})',
    "  the first event that broke the order has the right name:",
    '    call(op="chat", detail={"model":"x"})',
    "  - detail.model: /^b$/",
    '  + detail.model: "x"',
    "  cursor:",
    '  ok  #1 call(op=Some("chat"), detail={model: /a/})',
    '  ->  #2 call(op=Some("chat"), detail={model: /^b$/})',
    '      #3 call(op=Some("chat"), detail={model: /c/})',
    "  observed since the cursor's last step:",
    '    call(op="log", detail={})',
    '    call(op="chat", detail={"model":"x"})',
    '    call(op="chat", detail={"model":"y"})',
  ]);
});

Deno.test("explain() finds what a later assertion waits for, what came too early, and what a $while took", () => {
  const op = (name: string) => ({ kind: "call", op: name });
  match(
    explain(tracked([op("a"), op("b"), op("c")], call("a"), call("c"))).join("\n"),
    /the first event that broke the order is what #3 waits for, too early:\n {2}- call\(op=Some\("b"\), detail=none\)\n {2}\+ call\(op="c"/,
  );
  match(explain(tracked([op("a"), op("b")], call("b"), call("a"))).join("\n"), /it came before what met #1:\n {4}call\(op="b"/);
  match(
    explain(tracked([{ $while: op("a") }, op("a")], call("a"))).join("\n"),
    /^assertion #2 not satisfied\n[^]*was taken by #1, \{\$while = call\(op=Some\("a"\), detail=none\)\}:/,
  );
  match(explain(tracked([op("a")])).join("\n"), /observed:\n {4}nothing$/);
  deepStrictEqual(explain(tracked([op("a")], call("a"))), []);
});

Deno.test("explain() stays short whatever was seen", () => {
  const long = "x".repeat(100_000);
  const events = [{ kind: "call", op: "a" }, ...Array.from({ length: 100 }, () => ({ kind: "call", op: "b" }))];
  const track = tracked(events, call("a"), ...Array.from({ length: 5000 }, () => call("c", long)));
  const lines = explain(track);
  ok(lines.join("\n").length < 10_000);
  match(lines.join("\n"), /and 4988 more$/);
  match(lines.join("\n"), /\(100002 characters\)/);
  match(lines.join("\n"), / {6}91 more/);
  // Kept, to explain: not the whole trace.
  ok(track.after.length + track.before.length < 30);
  strictEqual(track.dropped, 5000 - track.after.length);
});

Deno.test("explain() finds what broke the order behind any number of other events", () => {
  const deltas = Array.from({ length: 1000 }, (): TraceEvent => ({
    kind: "inbound",
    agent: "a",
    id: "1",
    event: "chat-delta",
    payload: { kind: "chat-delta", data: {} },
  }));
  const lines = explain(tracked([wanted("^b$")], ...deltas, chat("x"))).join("\n");
  match(lines, /\n {2}- detail\.model: \/\^b\$\/\n {2}\+ detail\.model: "x"\n/);
});

Deno.test("eventText() shows events by kind, with their data", () => {
  const inbound = (event: string, payload: Json): TraceEvent => ({ kind: "inbound", agent: "a", id: "1", event, payload });
  strictEqual(eventText(inbound("chat-end", { kind: "chat-end" })), "inbound(chat-end)");
  strictEqual(eventText(inbound("message", { kind: "message", data: "hi" })), 'inbound(message, data="hi")');
});
