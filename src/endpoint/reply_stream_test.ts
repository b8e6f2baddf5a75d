import assert from "node:assert/strict";
import { Session } from "../host/sessions.ts";
import { until } from "../../tests/support/served_brain.ts";
import { ChunkWriter } from "./chunk_writer.ts";
import { type KeepAlive, replyStream } from "./reply_stream.ts";

const silent: KeepAlive = { kind: "off", afterMs: 1_000 };

function begun(keepAlive = silent, stallMs?: number) {
  const heard: string[] = [];
  const hear = (word: string) => () => void heard.push(word);
  const session = new Session({
    id: "s",
    model: "m",
    bound: 100,
    shared: { used: 0 },
    overflow: hear("overflow"),
    abandoned: hear("abandoned"),
  });
  const stream = replyStream(session, new ChunkWriter({ id: "c", created: 1, model: "m" }, false), keepAlive, stallMs);
  return { session, stream, heard };
}

function reply(keepAlive = silent) {
  const { session, stream, heard } = begun(keepAlive);
  const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>;
  return { session, reader: stream.pipeThrough(decoder).getReader(), heard };
}

function text(content: string) {
  return { content, tool_calls: [] };
}

Deno.test("replyStream() sends the deltas of one turn as one piece, and closes after the finish", async () => {
  const { session, reader } = reply();
  const first = reader.read();
  for (const content of ["a", "b", "c"]) session.push(text(content));
  assert.equal((await first).value?.split("data: ").length, 4);
  session.push(text("d"));
  session.push({ tool_calls: [], finish_reason: "stop" });
  assert.equal((await reader.read()).value?.split("data: ").length, 4);
  assert.equal((await reader.read()).done, true);
});

Deno.test("replyStream() ends with an error frame when the session breaks off", async () => {
  const { session, reader, heard } = reply();
  session.push(text("a"));
  session.fail({ code: "agent_failed", message: "gone" });
  const { value = "" } = await reader.read();
  assert.match(value, /"content":"a"[^]*"code":"agent_failed"/);
  assert.ok(!value.includes("[DONE]"));
  assert.equal((await reader.read()).done, true);
  assert.deepEqual(heard, []);
});

Deno.test("replyStream() abandons the session when the reader cancels", async () => {
  const { session, reader, heard } = reply();
  await reader.cancel();
  assert.deepEqual([session.fault?.code, heard], ["client_gone", ["abandoned"]]);
});

Deno.test("replyStream() keeps a silent stream open again and again", async () => {
  const { session, reader } = reply({ kind: "comment", afterMs: 20 });
  assert.equal((await reader.read()).value, ": keep-alive\n\n");
  assert.equal((await reader.read()).value, ": keep-alive\n\n");
  session.push({ tool_calls: [], finish_reason: "stop" });
  while (!(await reader.read()).done);
});

Deno.test("replyStream() lets go of a client that reads nothing", async () => {
  const { session, stream, heard } = begun(silent, 30);
  session.push(text("a"));
  await until(() => session.over);
  assert.deepEqual(heard, ["abandoned"]);
  await assert.rejects(stream.getReader().read(), /reads nothing/);
});

Deno.test("replyStream() waits for the brain without a limit", async () => {
  const { session, stream, heard } = begun(silent, 10);
  const reader = stream.getReader();
  const first = reader.read();
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.deepEqual([session.over, heard], [false, []]);
  session.push({ tool_calls: [], finish_reason: "stop" });
  assert.equal((await first).done, false);
});
