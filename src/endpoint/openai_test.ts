import assert from "node:assert/strict";
import OpenAI from "openai";
import { type Served, served, until } from "../../tests/support/served_brain.ts";

function client({ url }: Served, options: Record<string, unknown> = {}): OpenAI {
  return new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0, ...options });
}

function callParts(call: OpenAI.ChatCompletionMessageToolCall): string[] {
  assert.equal(call.type, "function");
  return call.type === "function" ? [call.id, call.function.name, call.function.arguments] : [];
}

const hi = { model: "m", messages: [{ role: "user" as const, content: "hi" }] };

Deno.test("the openai client lists and retrieves models, also names with slashes", async () => {
  await served(() => {}, async (context) => {
    context.desk.subscribe(context.brain, "22222222-2222-4222-8222-222222222222", "a/b:c", 1);
    const openai = client(context);
    const models = (await openai.models.list()).data;
    assert.deepEqual(models.map(({ id, object, owned_by }) => [id, object, owned_by]), [["a/b:c", "model", "omw"], [
      "m",
      "model",
      "omw",
    ]]);
    assert.equal((await openai.models.retrieve("a/b:c")).id, "a/b:c");
    await assert.rejects(openai.models.retrieve("x"), { status: 404, code: "model_not_found", param: "model" });
  });
});

Deno.test("the openai client gets a buffered reply with reasoning, usage and one end", async () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, completion_tokens_details: { reasoning_tokens: 1 } };
  await served(({ session }, brain) => {
    brain.send(session, { reasoning: "well" }, { content: "Hel" }, { content: "lo" }, { finish_reason: "length", usage });
  }, async (context) => {
    const { data, request_id } = await client(context).chat.completions.create(hi).withResponse();
    const [choice] = data.choices;
    assert.equal(choice?.message.content, "Hello");
    assert.equal((choice?.message as { reasoning_content?: string }).reasoning_content, "well");
    assert.equal(choice?.finish_reason, "length");
    assert.deepEqual(data.usage, usage);
    assert.equal(data.id, request_id);
    assert.ok(Math.abs(data.created - Date.now() / 1000) < 60);
    const { session } = context.brain.requests[0]!;
    assert.deepEqual(context.brain.ends, [{ session }]);
    assert.equal(context.brain.ended.size, 0, "the brain knows of its own finish");
  });
});

Deno.test("the openai client streams: role first, one id, one finish, nothing unasked", async () => {
  await served(({ session }, brain) => {
    brain.send(session, { content: "a\r\nb" }, { content: "c" }, { finish_reason: "stop", usage: { total_tokens: 1 } });
  }, async (context) => {
    const chunks = [];
    for await (const chunk of await client(context).chat.completions.create({ ...hi, stream: true })) chunks.push(chunk);
    assert.deepEqual(chunks.map(({ choices: [choice] }) => [choice?.delta, choice?.finish_reason]), [
      [{ content: "a\r\nb", role: "assistant" }, null],
      [{ content: "c" }, null],
      [{}, "stop"],
    ]);
    assert.equal(new Set(chunks.map(({ id, created, model }) => `${id} ${created} ${model}`)).size, 1);
    assert.ok(chunks.every((chunk) => !("usage" in chunk)));
  });
});

Deno.test("the openai client gets usage as the last chunk when it asks", async () => {
  await served(
    ({ session }, brain) => brain.send(session, { content: "a", finish_reason: "stop", usage: { total_tokens: 7 } }),
    async (context) => {
      const request = { ...hi, stream: true as const, stream_options: { include_usage: true } };
      const chunks = [];
      for await (const chunk of await client(context).chat.completions.create(request)) chunks.push(chunk);
      assert.deepEqual(chunks.map(({ choices, usage }) => [choices.length, usage]), [[1, null], [1, null], [0, {
        total_tokens: 7,
      }]]);
      assert.equal(context.brain.requests[0]?.params, '{"stream_options":{"include_usage":true}}');
    },
  );
});

Deno.test("the openai client's stream helper joins tool calls sent as fragments", async () => {
  await served(({ session }, brain) => {
    brain.send(
      session,
      { tool_calls: [{ index: 0, id: "a", name: "f", arguments: "{" }, { index: 1, id: "b", name: "g", arguments: "" }] },
      { tool_calls: [{ index: 1, arguments: "[]" }, { index: 0, arguments: "}" }] },
      { finish_reason: "stop" },
    );
  }, async (context) => {
    const [choice] = (await client(context).chat.completions.stream(hi).finalChatCompletion()).choices;
    assert.equal(choice?.finish_reason, "tool_calls");
    assert.deepEqual(
      choice?.message.tool_calls?.map(callParts),
      [
        ["a", "f", "{}"],
        ["b", "g", "[]"],
      ],
    );
  });
});

Deno.test("the openai client joins cumulative whole calls, streamed and buffered", async () => {
  await served(({ session }, brain) => {
    brain.send(
      session,
      { tool_call: { id: "a", name: "f", arguments: '{"x"' } },
      { tool_call: { id: "a", name: "f", arguments: '{"x":1}' } },
      { tool_call: { id: "b", name: "g", arguments: "{}" } },
      { finish_reason: "stop" },
    );
  }, async (context) => {
    const streamed = (await client(context).chat.completions.stream(hi).finalChatCompletion()).choices[0];
    const buffered = (await client(context).chat.completions.create(hi)).choices[0];
    for (const choice of [streamed, buffered]) {
      assert.equal(choice?.finish_reason, "tool_calls");
      const calls = choice?.message.tool_calls?.map(callParts);
      assert.deepEqual(calls, [["a", "f", '{"x":1}'], ["b", "g", "{}"]]);
      assert.equal(choice?.message.content, null);
    }
  });
});

Deno.test("the brain gets the whole conversation, the tools and the params of the openai client", async () => {
  await served(({ session }, brain) => brain.send(session, { finish_reason: "stop" }), async (context) => {
    await client(context).chat.completions.create({
      model: "m",
      messages: [
        { role: "developer", content: [{ type: "text", text: "a" }, { type: "text", text: "b" }] },
        {
          role: "assistant",
          tool_calls: [
            { id: "1", type: "function", function: { name: "f", arguments: "{}" } },
            { id: "2", type: "function", function: { name: "g", arguments: "{ }" } },
          ],
        },
        { role: "tool", tool_call_id: "2", content: "done" },
      ],
      tools: [{ type: "function", function: { name: "f", description: "d", parameters: { type: "object", properties: {} } } }],
      temperature: 0.5,
      max_tokens: 7,
      metadata: { b: "1", a: "2" },
    });
    const [{ messages, tools, params }] = context.brain.requests as [typeof context.brain.requests[0]];
    assert.deepEqual(messages, [
      { role: "developer", content: "ab", tool_calls: [] },
      { role: "assistant", tool_calls: [{ id: "1", name: "f", arguments: "{}" }, { id: "2", name: "g", arguments: "{ }" }] },
      { role: "tool", content: "done", tool_call_id: "2", tool_calls: [] },
    ]);
    assert.deepEqual(tools, [{ name: "f", description: "d", input_schema: '{"properties":{},"type":"object"}' }]);
    assert.equal(params, '{"max_tokens":7,"metadata":{"a":"2","b":"1"},"temperature":0.5}');
  });
});

Deno.test("an abort of the openai client reaches the brain as one end, streamed and buffered", async () => {
  await served(({ session }, brain) => brain.send(session, { content: "a" }), async (context) => {
    const stream = await client(context).chat.completions.create({ ...hi, stream: true });
    for await (const _ of stream) break;
    await until(() => context.brain.ends.length === 1);
    const controller = new AbortController();
    const waiting = client(context).chat.completions.create(hi, { signal: controller.signal });
    await until(() => context.brain.answered === 2);
    controller.abort();
    await assert.rejects(waiting);
    await until(() => context.brain.ends.length === 2);
    assert.deepEqual(context.brain.ends.map(({ error }) => error), ["endpoint session aborted", "endpoint session aborted"]);
    assert.deepEqual(context.desk.sessionsOf(context.brain), []);
    assert.throws(() => context.brain.send(context.brain.requests[0]!.session, { content: "b" }), /unknown endpoint session/);
  });
});

Deno.test("a brain that dies shows as an error to the openai client, streamed and buffered", async () => {
  await served(({ session }, brain) => brain.send(session, { content: "a" }), async (context) => {
    const stream = await client(context).chat.completions.create({ ...hi, stream: true });
    const read = (async () => {
      for await (const _ of stream) context.desk.runEnded(context.brain, "TypeError: secret detail");
    })();
    await assert.rejects(
      read,
      (error: Error) => error.message.includes("failed before its reply") && !error.message.includes("secret"),
    );
    const waiting = client(context).chat.completions.create(hi);
    await until(() => context.brain.answered === 2);
    context.desk.runEnded(context.brain, "TypeError: secret detail");
    await assert.rejects(waiting, { status: 502, code: "agent_failed", type: "server_error" });
    assert.deepEqual(context.brain.ends.map(({ error }) => error), ["endpoint session aborted", "endpoint session aborted"]);
  });
});

Deno.test("the openai client tries again after the 503 of a model between two runs", async () => {
  await served(({ session }, brain) => brain.send(session, { content: "back", finish_reason: "stop" }), async (context) => {
    context.brain.running = false;
    await assert.rejects(client(context).chat.completions.create(hi), { status: 503, code: "model_unavailable" });
    setTimeout(() => context.brain.running = true, 200);
    const reply = await client(context, { maxRetries: 2 }).chat.completions.create(hi);
    assert.equal(reply.choices[0]?.message.content, "back");
  });
});

Deno.test("the openai client must show a key where keys are asked for", async () => {
  await served(({ session }, brain) => brain.send(session, { finish_reason: "stop" }), async (context) => {
    await assert.rejects(client(context).models.list(), { status: 401, code: "invalid_api_key" });
    const keyed = client(context, { apiKey: "second" });
    assert.equal((await keyed.models.list()).data.length, 1);
    const probe = await fetch(`${context.url}/healthz`);
    assert.deepEqual([probe.status, await probe.json()], [200, { status: "ok" }]);
    const bare = await fetch(`${context.url}/v1/models`);
    assert.equal(bare.status, 401);
    assert.equal(bare.headers.get("www-authenticate"), "Bearer");
    await bare.body?.cancel();
  }, { api_keys: ["first", "second"] });
});

Deno.test("50 streams at once all get their replies", async () => {
  await served(({ session }, brain) => {
    for (let i = 0; i < 100; i++) brain.send(session, { content: `${i} ` });
    brain.send(session, { finish_reason: "stop" });
  }, async (context) => {
    const openai = client(context);
    const texts = await Promise.all(Array.from({ length: 50 }, async () => {
      let text = "";
      for await (const chunk of await openai.chat.completions.create({ ...hi, stream: true })) {
        text += chunk.choices[0]?.delta.content ?? "";
      }
      return text;
    }));
    const wanted = Array.from({ length: 100 }, (_, i) => `${i} `).join("");
    assert.ok(texts.every((text) => text === wanted));
    assert.equal(context.brain.ends.length, 50);
    assert.equal(context.desk.openSessions, 0);
  });
});
