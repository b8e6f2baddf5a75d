import { deepStrictEqual, doesNotMatch, match, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { secretKeeper } from "../config/mod.ts";
import { answer, chunk, events, head, Upstream } from "../../tests/support/upstream.ts";
import { buildProvider, chatRequest, collect, noSignal } from "../../tests/support/provider.ts";
import { openAiProvider } from "./openai.ts";

// What locking memory does is tested with the secrets; here a machine that cannot must not matter.
secretKeeper.setPolicy({ allowUnlocked: true, warn: () => {} });

const STOP = { choices: [{ delta: { content: "a" }, finish_reason: "stop" }] };

Deno.test("openai: sends the documented request, with no header but its own", async () => {
  Deno.env.set("OPENAI_API_KEY", "sk-from-environment");
  Deno.env.set("OPENAI_CUSTOM_HEADERS", "x-leak: 1");
  Deno.env.set("OPENAI_ORG_ID", "org");
  Deno.env.set("OPENAI_BASE_URL", "http://127.0.0.1:9");
  try {
    await using upstream = await Upstream.start(() => events(STOP, "[DONE]"));
    const provider = buildProvider("openai", { base_url: `${upstream.url}/v1///`, headers: { "x-team": "blue" } });
    await collect(await provider.chatStream(chatRequest(), noSignal()));
    const keyed = buildProvider("openai", { base_url: upstream.url, api_key: "sk-configured\n" });
    await collect(await keyed.chatStream(chatRequest(), noSignal()));

    const [plain, withKey] = upstream.requests;
    strictEqual(`${plain?.method} ${plain?.path}`, "POST /v1/chat/completions");
    strictEqual(plain?.body, `{"messages":[{"content":"hi","role":"user"}],"model":"m","stream":true}`);
    strictEqual(plain?.headers.get("content-type"), "application/json");
    strictEqual(plain?.headers.get("accept"), "*/*");
    strictEqual(plain?.headers.get("x-team"), "blue");
    strictEqual(plain?.headers.has("authorization"), false);
    strictEqual([...plain.headers.keys()].some((name) => /leak|openai|stainless/.test(name)), false);
    strictEqual(withKey?.path, "/chat/completions");
    strictEqual(withKey?.headers.get("authorization"), "Bearer sk-configured");
  } finally {
    for (const name of ["OPENAI_API_KEY", "OPENAI_CUSTOM_HEADERS", "OPENAI_ORG_ID", "OPENAI_BASE_URL"]) Deno.env.delete(name);
  }
});

Deno.test("openai: an empty api_key is none, and a configured authorization header stands in for it", async () => {
  await using upstream = await Upstream.start(() => events(STOP));
  for (const params of [{ api_key: "" }, { api_key: "sk-key", headers: { Authorization: "Basic eHg=" } }]) {
    const provider = buildProvider("openai", { base_url: upstream.url, ...params });
    await collect(await provider.chatStream(chatRequest(), noSignal()));
  }
  deepStrictEqual(upstream.requests.map((request) => request.headers.get("authorization")), [undefined, "Basic eHg="]);
});

Deno.test("openai: P39 a model's call of an aliased tool comes back under the tool's name", async () => {
  await using upstream = await Upstream.start((request) => {
    const [first] = JSON.parse(request.body).tools;
    const call = { index: 0, id: "c", function: { name: first.function.name, arguments: "{}" } };
    return events({ choices: [{ delta: { tool_calls: [call] }, finish_reason: "tool_calls" }] });
  });
  const provider = buildProvider("openai", { base_url: upstream.url });
  const tools = ["files/read all", "files_read_all"].map((name) => ({ name, input_schema: "{}" }));
  const { reads } = await collect(await provider.chatStream(chatRequest({ tools }), noSignal()));
  deepStrictEqual(reads.flat().flatMap((delta) => delta.tool_calls.map((call) => call.name)), ["files/read all"]);
});

/** Answers without success, and the error that each must become. */
const FAILURES: { name: string; status: string; body: string; error: string }[] = [
  {
    name: "JSON",
    status: "401 Nope",
    body: `{\n  "error": {"message": "bad key"}\n}`,
    error: `chat request failed with status 401 Unauthorized: {"error":{"message":"bad key"}}`,
  },
  {
    name: "text",
    status: "400 Bad Request",
    body: "no\r\n\u001b[31msuch  model",
    error: "chat request failed with status 400 Bad Request: no [31msuch model",
  },
  { name: "nothing", status: "404 Not Found", body: "", error: "chat request failed with status 404 Not Found: (empty body)" },
  {
    name: "an HTML page",
    status: "403 Forbidden",
    body: "<!DOCTYPE html><html><head><title>Sign in</title></head></html>",
    error:
      `chat request failed with status 403 Forbidden: (an HTML page "Sign in"; is base_url right, or is a proxy in the way?)`,
  },
  { name: "a status without a phrase", status: "499 x", body: "x", error: "chat request failed with status 499: x" },
];

for (const { name, status, body, error } of FAILURES) {
  Deno.test(`openai: an error status with ${name} rejects before any delta`, async () => {
    await using upstream = await Upstream.start(() => answer(status, body));
    const provider = buildProvider("openai", { base_url: upstream.url });
    await rejects(provider.chatStream(chatRequest(), noSignal()), { message: error });
    strictEqual(upstream.requests.length, 1);
  });
}

Deno.test("openai: an error body without end is read to a limit", async () => {
  await using upstream = await Upstream.start(function* () {
    yield head("400 Bad Request");
    for (let count = 0; count < 100; count++) yield chunk("x".repeat(4096));
    yield { untilClosed: true };
  });
  const provider = buildProvider("openai", { base_url: upstream.url });
  await rejects(
    provider.chatStream(chatRequest(), noSignal()),
    (error: Error) => /x{2048}…$/.test(error.message) && error.message.length < 2200,
  );
  await upstream.when(() => upstream.closedByClient === 1);
});

Deno.test("openai: secrets that the service quotes never reach the error", async () => {
  await using upstream = await Upstream.start((request) =>
    answer("401 Unauthorized", `bad: ${request.headers.get("authorization")} ${request.headers.get("x-k")}`)
  );
  const provider = buildProvider("openai", {
    base_url: upstream.url,
    api_key: "sk-very-secret",
    headers: { "x-k": "other-secret" },
  });
  await rejects(provider.chatStream(chatRequest(), noSignal()), (error: Error) => {
    doesNotMatch(Deno.inspect(error), /very-secret|other-secret/);
    match(error.message, /bad: Bearer <redacted> <redacted>$/);
    return true;
  });
  doesNotMatch(Deno.inspect(provider), /very-secret|other-secret/);
});

Deno.test("openai: an error inside a stream is one line of bounded length without secrets", async () => {
  const padding = "x".repeat(2040);
  await using upstream = await Upstream.start(() => events({ error: { message: `a\nb ${padding} sk-very-secret ${padding}` } }));
  const provider = buildProvider("openai", { base_url: upstream.url, api_key: "sk-very-secret" });
  const { error } = await collect(await provider.chatStream(chatRequest(), noSignal()));
  match(error?.message ?? "", /: a b x+ <re.*…$/);
  doesNotMatch(error?.message ?? "", /sk-|\n/);
});

Deno.test("openai: what cannot be reached is named, with what happened", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const refused = buildProvider("openai", { base_url: `http://127.0.0.1:${port}/v1`, max_retries: 0 });
  await rejects(refused.chatStream(chatRequest(), noSignal()), {
    message: `failed to send chat request to http://127.0.0.1:${port}/v1: connection refused; is the service running there?`,
  });
  const unknown = buildProvider("openai", { base_url: "http://no-such-host.invalid/?key=hidden", max_retries: 0 });
  await rejects(unknown.chatStream(chatRequest(), noSignal()), (error: Error) => {
    match(error.message, /^failed to send chat request to http:\/\/no-such-host\.invalid: the host name was not found$/);
    doesNotMatch(Deno.inspect(error), /hidden/);
    return true;
  });

  await using upstream = await Upstream.start(() => []);
  const closed = buildProvider("openai", { base_url: upstream.url, max_retries: 0 });
  await rejects(closed.chatStream(chatRequest(), noSignal()), /: the service closed the connection$/);
  const tls = buildProvider("openai", { base_url: upstream.url.replace("http:", "https:"), max_retries: 0 });
  await rejects(tls.chatStream(chatRequest(), noSignal()), /: no TLS connection could be made/);
});

Deno.test("openai: a service that does not begin to answer is given up after timeout_secs", async () => {
  await using upstream = await Upstream.start(() => [{ untilClosed: true }]);
  const provider = buildProvider("openai", { base_url: upstream.url, timeout_secs: 0.2, max_retries: 0 });
  await rejects(provider.chatStream(chatRequest(), noSignal()), /: no answer within 0\.2 s \(timeout_secs\)$/);
  await upstream.when(() => upstream.closedByClient === 1);
});

Deno.test("openai: retries what may pass, up to max_retries", async () => {
  await using upstream = await Upstream.start((_, number) =>
    number === 0 ? answer("503 Busy", "later", { "retry-after": "0" }) : number === 1 ? [] : events(STOP, "[DONE]")
  );
  const provider = buildProvider("openai", { base_url: upstream.url, max_retries: 2 });
  const { reads } = await collect(await provider.chatStream(chatRequest(), noSignal()));
  strictEqual(reads.flat()[0]?.content, "a");
  strictEqual(upstream.requests.length, 3);
  ok(upstream.requests.every(({ body }) => body === upstream.requests[0]?.body));
});

Deno.test("openai: P40 no Retry-After makes a retry immediate unless it says so", async () => {
  for (const value of ["soon", "-1", "1e9", "1"]) {
    const times: number[] = [];
    await using upstream = await Upstream.start(() => {
      times.push(performance.now());
      return answer("429 Too Many Requests", "slow down", { "retry-after": value });
    });
    const provider = buildProvider("openai", { base_url: upstream.url, max_retries: 1 });
    await rejects(provider.chatStream(chatRequest(), noSignal()), /status 429 Too Many Requests: slow down$/);
    strictEqual(times.length, 2, value);
    ok((times[1] ?? 0) - (times[0] ?? 0) > (value === "1" ? 900 : 300), value);
  }
});

Deno.test("openai: P40 a Retry-After too far away is reported instead of retried early", async () => {
  await using upstream = await Upstream.start(() =>
    answer("429 Too Many Requests", "quota", { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" })
  );
  const provider = buildProvider("openai", { base_url: upstream.url, max_retries: 2 });
  await rejects(
    provider.chatStream(chatRequest(), noSignal()),
    /: quota \(it asks to wait \d+ s, longer than the 60 s that a retry waits\)$/,
  );
  strictEqual(upstream.requests.length, 1);
});

Deno.test("openai: listModels() returns the ids, or the configured model for an empty list", async () => {
  const bodies = [`{"data":[{"id":"b"},{"id":"a"}]}`, `{}`, `{"data":[]}`, `[{"id":"c"}]`];
  await using upstream = await Upstream.start((_, number) => answer("200 OK", bodies[number] ?? ""));
  const provider = buildProvider("openai", { base_url: `${upstream.url}/v1/`, model: "mine", api_key: "sk-models" });
  deepStrictEqual(await provider.listModels(noSignal()), ["b", "a"]);
  deepStrictEqual(await provider.listModels(noSignal()), ["mine"]);
  deepStrictEqual(await buildProvider("openai", { base_url: upstream.url }).listModels(noSignal()), []);
  deepStrictEqual(await provider.listModels(noSignal()), ["c"]);
  const [first] = upstream.requests;
  strictEqual(`${first?.method} ${first?.path}`, "GET /v1/models");
  strictEqual(first?.headers.get("authorization"), "Bearer sk-models");
});

Deno.test("openai: listModels() fails clearly and without retries", async () => {
  const answers = [answer("500 Oops", "down"), answer("200 OK", "<html></html>"), answer("200 OK", `{"data":[{}]}`), [
    head(),
    chunk("{"),
    { send: "" },
  ]];
  await using upstream = await Upstream.start((_, number) => answers[number] ?? []);
  const provider = buildProvider("openai", { base_url: upstream.url, model: "mine" });
  await rejects(provider.listModels(noSignal()), {
    message: "models request failed with status 500 Internal Server Error: down",
  });
  await rejects(provider.listModels(noSignal()), /^Error: failed to decode models response: expected JSON, found \(an HTML page/);
  await rejects(provider.listModels(noSignal()), /failed to decode models response: data\[0\] has no "id"/);
  await rejects(provider.listModels(noSignal()), /failed to decode models response: the answer broke off/);
  await rejects(provider.listModels(noSignal()), /^Error: failed to send models request to http:\/\/127/);
  strictEqual(upstream.requests.length, 5);
});

Deno.test("openai: wrong params are refused by their path, and never quoted", () => {
  const cases: [unknown, RegExp][] = [
    [{ base_url: 5 }, /^ConfigError: providers\.x\.base_url: expected a string/],
    [{ base_url: "ftp://x" }, /providers\.x\.base_url: expected an http:\/\/ or https:\/\/ URL/],
    [{ base_url: "https://me:hidden@x/v1" }, /providers\.x\.base_url: expected an http/],
    [{ api_key: ["hidden"] }, /providers\.x\.api_key: expected a string/],
    [{ api_key: "hidden\u0100" }, /providers\.x\.api_key: holds a line end or another character/],
    [{ headers: { "x y": "hidden" } }, /providers\.x\.headers/],
    [{ headers: { Host: "hidden" } }, /providers\.x\.headers: must not set/],
    [{ headers: { a: "b\nhidden" } }, /providers\.x\.headers\.a: holds a line end/],
    [{ timeout_secs: 0 }, /providers\.x\.timeout_secs/],
    [{ max_retries: -1 }, /providers\.x\.max_retries/],
    [{ reasoning_echo: "on" }, /providers\.x\.reasoning_echo: expected .*"off"/],
    [{ params: 5 }, /providers\.x\.params: expected a table/],
  ];
  for (const [params, expected] of cases) {
    throws(() => buildProvider("openai", params), (error: Error) => {
      match(String(error), expected);
      doesNotMatch(Deno.inspect(error), /hidden/);
      return true;
    });
  }
});

Deno.test("openai: an unknown key is a warning that names the nearest", () => {
  const warnings: string[] = [];
  buildProvider("openai", { base_ulr: "http://localhost" }, warnings);
  strictEqual(warnings.length, 1);
  match(warnings[0] ?? "", /providers\.x\.base_ulr.*base_url/);
});

Deno.test("openai: close() ends open replies and refuses new chats", async () => {
  await using upstream = await Upstream.start(
    () => [head(), chunk(`data: ${JSON.stringify({ choices: [{ delta: {} }] })}\n\n`), { untilClosed: true }],
  );
  const provider = buildProvider("openai", { base_url: upstream.url, api_key: "sk-to-be-wiped" });
  const open = collect(await provider.chatStream(chatRequest(), noSignal()));
  await provider.close?.();
  match((await open).error?.message ?? "", /the provider was closed/);
  await upstream.when(() => upstream.closedByClient === 1);
  await rejects(provider.chatStream(chatRequest(), noSignal()), /the provider was closed/);
});

Deno.test("openai: permissions() names the service's host and port, and whether there are secrets", () => {
  deepStrictEqual(openAiProvider.permissions({}), { net: ["api.openai.com:443"], secrets: false });
  deepStrictEqual(openAiProvider.permissions({ base_url: "http://[::1]:8080/v1", api_key: "k" }), {
    net: ["[::1]:8080"],
    secrets: true,
  });
  deepStrictEqual(openAiProvider.permissions({ base_url: "http://h", headers: { a: "b" } }), { net: ["h:80"], secrets: true });
  for (const wrong of [null, 5, { base_url: 5 }, { base_url: "x" }]) openAiProvider.permissions(wrong);
});

Deno.test("openai: a redirect is followed and does not carry the key to another origin", async () => {
  await using target = await Upstream.start(() => events(STOP, "[DONE]"));
  await using upstream = await Upstream.start(
    () => [{ send: `HTTP/1.1 307 Moved\r\nlocation: ${target.url}/chat/completions\r\ncontent-length: 0\r\n\r\n` }],
  );
  const provider = buildProvider("openai", { base_url: upstream.url, api_key: "sk-only-for-one" });
  const { reads } = await collect(await provider.chatStream(chatRequest(), noSignal()));
  strictEqual(reads.flat()[0]?.content, "a");
  strictEqual(target.requests[0]?.headers.get("authorization"), undefined);
});
