import assert from "node:assert/strict";
import { Session } from "../host/sessions.ts";
import { MAX_REPLY_UNITS, replyObject } from "./reply_object.ts";

function begun(bound = 100) {
  const heard: string[] = [];
  const hear = (word: string) => () => void heard.push(word);
  const session = new Session({
    id: "s",
    model: "m",
    bound,
    shared: { used: 0 },
    overflow: hear("overflow"),
    abandoned: hear("abandoned"),
  });
  const client = new AbortController();
  return { session, heard, client, reply: replyObject(session, { id: "c", created: 1, model: "m" }, client.signal) };
}

const finish = { tool_calls: [], finish_reason: "stop" };

Deno.test("replyObject() folds a reply into sorted JSON; what there was none of is null or left out", async () => {
  const { session, reply } = begun();
  session.push(finish);
  assert.equal(
    await reply,
    '{"choices":[{"finish_reason":"stop","index":0,"message":{"content":null,"role":"assistant"}}],' +
      '"created":1,"id":"c","model":"m","object":"chat.completion"}',
  );
});

Deno.test("replyObject() keeps calls, reasoning and usage", async () => {
  const { session, reply } = begun();
  session.push({ reasoning: "r", content: "a", tool_calls: [{ index: 0, id: "1", name: "f", arguments: "{" }] });
  session.push({ content: "b", tool_calls: [{ index: 0, arguments: "}" }], usage: { total_tokens: 3 } });
  session.push(finish);
  const { choices: [choice], usage } = JSON.parse(await reply);
  assert.deepEqual(choice.message, {
    content: "ab",
    reasoning_content: "r",
    role: "assistant",
    tool_calls: [{ function: { arguments: "{}", name: "f" }, id: "1", type: "function" }],
  });
  assert.deepEqual([choice.finish_reason, usage], ["tool_calls", { total_tokens: 3 }]);
});

Deno.test("replyObject() is an error when the reply broke off or lost a part", async () => {
  const broken = begun();
  broken.session.push({ content: "a", tool_calls: [] });
  broken.session.fail({ code: "agent_failed", message: "gone" });
  await assert.rejects(broken.reply, { status: 502, message: "gone" });
  const lossy = begun(1);
  lossy.session.push({ content: "a", tool_calls: [] });
  lossy.session.push({ content: "b", tool_calls: [] });
  lossy.session.push(finish);
  await assert.rejects(lossy.reply, { status: 502 });
});

Deno.test("replyObject() gives a reply up that is too large, and tells its brain", async () => {
  const { session, reply, heard } = begun();
  session.push({ content: "x".repeat(MAX_REPLY_UNITS + 1), tool_calls: [] });
  await assert.rejects(reply, { status: 502 });
  assert.deepEqual(heard, ["abandoned"]);
});

Deno.test("replyObject() leaves the session with its client, and not after its end", async () => {
  const left = begun();
  left.client.abort();
  await assert.rejects(left.reply, { status: 499 });
  assert.deepEqual(left.heard, ["abandoned"]);
  const answered = begun();
  answered.session.push(finish);
  await answered.reply;
  answered.client.abort();
  assert.deepEqual(answered.heard, []);
});
