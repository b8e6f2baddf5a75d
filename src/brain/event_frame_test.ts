import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { eventLine } from "../protocol/frames.ts";
import { cutEvent, eventSession } from "./event_frame.ts";

const A = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";

Deno.test("cutEvent finds the parts of what eventLine writes", () => {
  const text = `{"kind":"message","payload":"},\\"e\\":{"}`;
  deepStrictEqual(cutEvent(eventLine(12, 345, A, text)), { run: 12, n: 345, id: A, kind: "message", text });
});

Deno.test("cutEvent reads the kind wherever it stands", () => {
  strictEqual(cutEvent(eventLine(1, 1, A, `{"payload":"x","kind":"error"}`))!.kind, "error");
});

Deno.test("cutEvent leaves other frames alone and refuses half an event's frame", () => {
  strictEqual(cutEvent(`{"t":"abort","r":1,"why":"stop"}`), undefined);
  for (
    const line of [
      `{"t":"ev","r":1}`,
      `{"t":"ev","r":1,"n":2}`,
      `{"t":"ev","r":1,"n":2,"id":"${A}"}`,
      `{"t":"ev","r":1,"n":2,"id":"${A}","e":`,
    ]
  ) {
    throws(() => cutEvent(line), SyntaxError);
  }
});

Deno.test("eventSession reads a session by place or by parsing", () => {
  strictEqual(eventSession(`{"kind":"endpoint-message","payload":{"session":"${A}","messages":[]}}`), A);
  strictEqual(eventSession(`{"kind":"endpoint-session-end","payload":{"error":"x","session":"${A}"}}`), A);
});
