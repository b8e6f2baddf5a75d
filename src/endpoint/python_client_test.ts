import assert from "node:assert/strict";
import { pythonOpenai } from "../../tests/support/python_openai.ts";
import type { EndpointDesk } from "../host/endpoint_desk.ts";
import { served, ServedBrain, until } from "../../tests/support/served_brain.ts";

const python = await pythonOpenai();

// What the client sees goes to standard output as one JSON object.
const script = `
import json, os
import openai

client = openai.OpenAI(base_url=os.environ["OMW_URL"], api_key="k", max_retries=0, timeout=20)
hi = [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]
seen = {"models": [model.id for model in client.models.list()]}

reply = client.chat.completions.create(model="m", messages=hi)
message = reply.choices[0].message
seen["buffered"] = [message.content, message.reasoning_content, reply.choices[0].finish_reason, reply.usage.total_tokens]
seen["call"] = [[call.id, call.function.name, call.function.arguments] for call in message.tool_calls]

chunks = list(client.chat.completions.create(model="m", messages=hi, stream=True, stream_options={"include_usage": True}))
deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
seen["role"] = deltas[0].role
seen["text"] = "".join(delta.content or "" for delta in deltas)
seen["finish"] = [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices and chunk.choices[0].finish_reason]
seen["usage"] = chunks[-1].usage.total_tokens
seen["ids"] = len({chunk.id for chunk in chunks})

with client.chat.completions.create(model="slow", messages=hi, stream=True) as stream:
    for chunk in stream:
        break

def failure(call):
    try:
        call()
    except openai.APIError as error:
        return [type(error).__name__, getattr(error, "status_code", None), error.code]

seen["unknown"] = failure(lambda: client.chat.completions.create(model="x", messages=hi))
seen["broken"] = failure(lambda: list(client.chat.completions.create(model="dying", messages=hi, stream=True)))
seen["key"] = failure(lambda: client.with_options(api_key="wrong").models.list())
print(json.dumps(seen))
`;

Deno.test({
  name: `the Python client lists, chats, streams, calls tools, leaves, and sees errors${
    "missing" in python ? ` (skipped: ${python.missing})` : ""
  }`,
  ignore: "missing" in python,
  fn: async () => {
    if ("missing" in python) return;
    await served(({ session, messages }, brain) => {
      assert.equal(messages[0]?.content, "hi");
      brain.send(session, { reasoning: "r" }, { content: "Hel" }, { content: "lo" });
      brain.send(session, { tool_calls: [{ index: 0, id: "1", name: "f", arguments: "{}" }] });
      brain.send(session, { finish_reason: "stop", usage: { total_tokens: 7 } });
    }, async ({ desk, brain, url }) => {
      const [slow, dying] = troubled(desk);
      const { code, stdout, stderr } = await new Deno.Command(python.command, {
        args: ["-c", script],
        env: { ...python.env, OMW_URL: `${url}/v1` },
      }).output();
      assert.equal(code, 0, new TextDecoder().decode(stderr));
      assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
        models: ["dying", "m", "slow"],
        buffered: ["Hello", "r", "tool_calls", 7],
        call: [["1", "f", "{}"]],
        role: "assistant",
        text: "Hello",
        finish: ["tool_calls"],
        usage: 7,
        ids: 1,
        unknown: ["NotFoundError", 404, "model_not_found"],
        broken: ["APIError", null, "agent_failed"],
        key: ["AuthenticationError", 401, "invalid_api_key"],
      });
      await until(() => slow.ends.length === 1);
      assert.deepEqual([brain, slow, dying].map(({ ends }) => ends.map(({ error }) => error)), [
        [undefined, undefined],
        ["endpoint session aborted"],
        ["endpoint session aborted"],
      ]);
    }, { api_keys: ["k"] });
  },
});

/** A model that begins its reply and says no more, and one that dies after it began. */
function troubled(desk: EndpointDesk): [slow: ServedBrain, dying: ServedBrain] {
  const slow = new ServedBrain("bob", desk, ({ session }, brain) => brain.send(session, { content: "a" }));
  const dying = new ServedBrain("carol", desk, ({ session }, brain) => {
    brain.send(session, { content: "a" });
    desk.runEnded(brain, "it is dead");
  });
  desk.subscribe(slow, "33333333-3333-4333-8333-333333333333", "slow", 1);
  desk.subscribe(dying, "44444444-4444-4444-8444-444444444444", "dying", 1);
  return [slow, dying];
}
