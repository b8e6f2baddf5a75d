import assert from "node:assert/strict";
import { type Served, served, until } from "../../tests/support/served_brain.ts";

const hi = { model: "m", messages: [{ role: "user", content: "hi" }] };

function post(
  { url }: Served,
  body: unknown,
  headers: Record<string, string> = {},
  path = "/v1/chat/completions",
): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" || body instanceof Uint8Array ? body as BodyInit : JSON.stringify(body),
  });
}

interface ErrorObject {
  message: string;
  type: string;
  code: string | null;
  param: string | null;
}

async function errorOf(response: Response): Promise<ErrorObject> {
  assert.equal(response.headers.get("content-type"), "application/json");
  const { error, ...rest } = await response.json();
  assert.deepEqual(rest, {});
  assert.deepEqual(Object.keys(error), ["code", "message", "param", "type"]);
  return error;
}

Deno.test("bad requests get 400 with an error object that names the member, and reach no brain", async () => {
  const user = { role: "user", content: "hi" };
  const cases: [body: unknown, param: string | null, message: RegExp][] = [
    ["{", null, /Failed to parse the request body as JSON/],
    ["", null, /Failed to parse the request body as JSON/],
    [new Uint8Array([0x22, 0xff, 0x22]), null, /not UTF-8/],
    ["[]", null, /must be a JSON object/],
    ["[".repeat(200_000) + "]".repeat(200_000), null, /must be a JSON object/],
    [`{"model":"m","messages":[],"deep":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, null, /nested too deeply/],
    [{ messages: [user] }, "model", /model must be a string/],
    [{ model: 5, messages: [user] }, "model", /model must be a string/],
    [{ model: "m" }, "messages", /messages is missing/],
    [{ model: "m", messages: {} }, "messages", /must be an array/],
    [{ model: "m", messages: ["hi"] }, "messages[0]", /must be an object/],
    [{ model: "m", messages: [user, { content: "x" }] }, "messages[1].role", /must be a string/],
    [{ model: "m", messages: [{ role: "robot" }] }, "messages[0].role", /unknown role "robot"/],
    [{ model: "m", messages: [{ role: "constructor" }] }, "messages[0].role", /unknown role/],
    [{ model: "m", messages: [{ role: "user", content: 5 }] }, "messages[0].content", /malformed message content: 5/],
    [{ model: "m", messages: [{ role: "user", content: [{ type: "text", text: 5 }] }] }, "messages[0].content[0]", /malformed/],
    [
      { model: "m", messages: [{ role: "assistant", tool_calls: [{}] }] },
      "messages[0].tool_calls[0].id",
      /malformed tool call: missing id/,
    ],
    [
      { model: "m", messages: [{ role: "assistant", tool_calls: [{ id: "1" }] }] },
      "messages[0].tool_calls[0].function.name",
      /missing function/,
    ],
    [{ model: "m", messages: [{ role: "tool", tool_call_id: 5 }] }, "messages[0].tool_call_id", /must be a string/],
    [{ ...hi, tools: {} }, "tools", /must be an array/],
    [{ ...hi, tools: [5] }, "tools[0]", /malformed tool/],
    [{ ...hi, tools: [{ type: "web", function: { name: "f" } }] }, "tools[0].type", /malformed tool type "web"/],
    [{ ...hi, tools: [{ type: "function", function: {} }] }, "tools[0].function.name", /malformed tool/],
    [{ ...hi, tools: [{ name: "f", parameters: "{}" }] }, "tools[0].parameters", /must be a JSON Schema/],
    [{ ...hi, stream: "yes" }, "stream", /true or false/],
    [{ ...hi, stream_options: 1 }, "stream_options", /must be an object/],
    [{ ...hi, stream_options: { include_usage: 1 } }, "stream_options.include_usage", /true or false/],
  ];
  await served(() => {}, async (context) => {
    for (const [body, param, message] of cases) {
      const response = await post(context, body);
      const error = await errorOf(response);
      const shown = (typeof body === "string" ? body : JSON.stringify(body)).slice(0, 100);
      assert.deepEqual(
        [response.status, error.param, error.type],
        [400, param, "invalid_request_error"],
        `${shown}: ${error.message}`,
      );
      assert.match(error.message, message);
      assert.ok(error.message.length < 600, shown);
    }
    assert.equal(context.brain.events.length, 0);
  });
});

Deno.test("an unknown model is told after the body's own faults", async () => {
  await served(() => {}, async (context) => {
    const unknown = await post(context, { ...hi, model: "x" });
    assert.deepEqual([unknown.status, await errorOf(unknown)], [404, {
      code: "model_not_found",
      message: 'no such endpoint model "x"',
      param: "model",
      type: "invalid_request_error",
    }]);
    const both = await post(context, { model: "x", messages: [{ role: "robot" }] });
    assert.match((await errorOf(both)).message, /unknown role/);
  });
});

Deno.test("media types, paths and methods that don't fit get their own status", async () => {
  await served(() => {}, async (context) => {
    const wrongType = await post(context, hi, { "content-type": "text/plain" });
    assert.deepEqual([wrongType.status, (await errorOf(wrongType)).code], [415, "unsupported_media_type"]);
    const nowhere = await fetch(`${context.url}/v1/embeddings`);
    assert.deepEqual([nowhere.status, (await errorOf(nowhere)).code], [404, "unknown_url"]);
    const get = await fetch(`${context.url}/v1/chat/completions`);
    assert.deepEqual([get.status, get.headers.get("allow"), (await errorOf(get)).code], [405, "POST", "method_not_allowed"]);
    const put = await fetch(`${context.url}/models`, { method: "PUT" });
    assert.deepEqual([put.status, put.headers.get("allow")], [405, "GET, HEAD"]);
    await put.body?.cancel();
    const head = await fetch(`${context.url}/v1/models`, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
    assert.equal(context.brain.events.length, 0);
  });
});

Deno.test("the routes answer below / as they do below /v1", async () => {
  await served(({ session }, brain) => brain.send(session, { content: "ok", finish_reason: "stop" }), async (context) => {
    for (const base of ["", "/v1"]) {
      const models = await (await fetch(`${context.url}${base}/models`)).json();
      assert.deepEqual(models.data.map(({ id }: { id: string }) => id), ["m"]);
      assert.equal((await (await fetch(`${context.url}${base}/models/m`)).json()).object, "model");
      const reply = await post(context, hi, { "content-type": "application/json; charset=utf-8" }, `${base}/chat/completions`);
      assert.equal((await reply.json()).choices[0].message.content, "ok");
    }
  });
});

Deno.test("params are every other member, compact and sorted; keys of objects' prototypes are plain keys", async () => {
  await served(({ session }, brain) => brain.send(session, { finish_reason: "stop" }), async (context) => {
    const body =
      `{"z":1,"model":"m","__proto__":{"b":[1, 2],"a":null},"messages":[],"stream":false,"tools":null,"10":true,"9":"é"}`;
    await (await post(context, body)).json();
    const [request] = context.brain.requests;
    assert.equal(request?.params, '{"10":true,"9":"é","__proto__":{"a":null,"b":[1,2]},"z":1}');
    assert.deepEqual([request?.messages, request?.tools], [[], []]);
  });
});

Deno.test("a full inbox, too many sessions and too many requests are 429 with Retry-After", async () => {
  await served(() => {}, async (context) => {
    context.brain.full = true;
    const busy = await post(context, hi);
    assert.deepEqual([busy.status, busy.headers.get("retry-after"), (await errorOf(busy)).type], [429, "1", "rate_limit_error"]);
    assert.equal(context.desk.openSessions, 0);
    context.brain.full = false;
    const open = await post(context, { ...hi, stream: true });
    const second = await post(context, hi);
    assert.deepEqual([second.status, second.headers.get("retry-after"), (await errorOf(second)).code], [
      429,
      "1",
      "rate_limit_exceeded",
    ]);
    const unknown = await post(context, { ...hi, model: "x" });
    assert.equal(unknown.status, 404);
    await unknown.body?.cancel();
    await open.body?.cancel();
    await until(() => context.brain.ends.length === 1);
  }, { max_sessions: 1 });
  await served(() => {}, async (context) => {
    const open = await post(context, { ...hi, stream: true });
    const second = await post(context, hi);
    assert.deepEqual([second.status, second.headers.get("retry-after"), (await errorOf(second)).code], [
      429,
      "1",
      "rate_limit_exceeded",
    ]);
    assert.equal((await fetch(`${context.url}/healthz`).then((probe) => probe.json())).status, "ok");
    await open.body?.cancel();
  }, { max_requests: 1 });
});

Deno.test("readiness follows the agents; a model between runs is listed and answers 503", async () => {
  await served(() => {}, async (context) => {
    const ready = async () => {
      const response = await fetch(`${context.url}/readyz`);
      return [response.status, (await response.json()).status];
    };
    assert.deepEqual(await ready(), [200, "ready"]);
    context.brain.running = false;
    assert.deepEqual(await ready(), [503, "waiting"]);
    const reply = await post(context, { ...hi, stream: true });
    assert.deepEqual([reply.status, reply.headers.get("retry-after"), (await errorOf(reply)).code], [
      503,
      "1",
      "model_unavailable",
    ]);
    assert.equal((await (await fetch(`${context.url}/v1/models`)).json()).data.length, 1);
    context.brain.running = true;
    context.desk.drain();
    assert.deepEqual(await ready(), [503, "closing"]);
    const late = await post(context, hi);
    assert.deepEqual([late.status, (await errorOf(late)).code], [503, "shutdown"]);
  });
});

Deno.test("every open stream is told of the shutdown", async () => {
  await served(({ session }, brain) => brain.send(session, { content: "a" }), async (context) => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(context, { ...hi, stream: true })));
    await until(() => context.brain.answered === 50);
    const texts = Promise.all(replies.map((reply) => reply.text()));
    context.desk.close("omw is shutting down");
    for (const text of await texts) {
      assert.ok(
        text.endsWith(
          `data: {"error":{"code":"shutdown","message":"omw is shutting down","param":null,"type":"server_error"}}\n\n`,
        ),
        text,
      );
      assert.ok(!text.includes("[DONE]"));
    }
    assert.equal(context.brain.ends.filter(({ error }) => error === "endpoint session aborted").length, 50);
  });
});

Deno.test("an unsubscribed model breaks its replies off, streamed and buffered", async () => {
  await served(({ session }, brain) => brain.send(session, { content: "a" }), async (context) => {
    const streamed = await post(context, { ...hi, stream: true });
    const buffered = post(context, hi);
    await until(() => context.brain.answered === 2);
    const [{ u }] = context.desk.subscriptionsOf(context.brain) as [{ u: string; model: string }];
    context.desk.unsubscribe(context.brain, u);
    assert.match(await streamed.text(), /"content":"a"[^]*"code":"unsubscribed"[^]*\n\n$/);
    const late = await buffered;
    assert.deepEqual([late.status, (await errorOf(late)).code], [503, "unsubscribed"]);
    assert.deepEqual(context.brain.ends.map(({ error }) => error), Array(2).fill(`endpoint subscription "${u}" unsubscribed`));
    assert.equal((await post(context, hi).then((reply) => reply.json())).error.code, "model_not_found");
  });
});

Deno.test("pages of this machine may call; preflights need no key and allow the official clients' headers", async () => {
  await served(() => {}, async (context) => {
    const origin = "http://localhost:3000";
    const preflight = await fetch(`${context.url}/v1/chat/completions`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-stainless-os,x-stainless-retry-count",
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get("access-control-allow-origin"), origin);
    assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /x-stainless-os/);
    assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /POST/);
    const refused = await fetch(`${context.url}/v1/models`, { headers: { origin } });
    assert.deepEqual([refused.status, refused.headers.get("access-control-allow-origin")], [401, origin]);
    await refused.body?.cancel();
    const foreign = await fetch(`${context.url}/v1/models`, {
      headers: { origin: "https://evil.example", authorization: "Bearer k" },
    });
    assert.deepEqual([foreign.status, foreign.headers.get("access-control-allow-origin")], [403, null]);
    assert.equal((await errorOf(foreign)).code, "origin_not_allowed");
  }, { api_keys: ["k"] });
});

Deno.test("a page from elsewhere can't make a brain work, with or without a preflight", async () => {
  await served(() => {}, async (context) => {
    for (const type of ["application/json", "text/plain"]) {
      const response = await post(context, hi, { origin: "https://evil.example", "content-type": type });
      assert.equal(response.status, 403);
      await response.body?.cancel();
    }
    assert.equal(context.brain.events.length, 0);
  });
});
