import assert from "node:assert/strict";
import { buildTooling, eventually, patience, withTooling } from "../../tests/support/tooling.ts";
import type { Tooling } from "../protocol/mod.ts";

/** A JSON-RPC message of the client. */
interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
}

/** What a test's server does with a request after the handshake; nothing: the usual answer. */
type Answer = (message: Message, request: Request) => Response | Promise<Response> | undefined;

const INITIALIZED = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "raw", version: "1" } };

function json(message: Message, result: unknown, init?: ResponseInit): Response {
  return Response.json({ jsonrpc: "2.0", id: message.id, result }, init);
}

/** Runs `use` with a tooling that talks to a real HTTP server which answers as told. */
async function withServer(
  answer: Answer,
  use: (tooling: Tooling, requests: { message: Message; headers: Headers }[]) => Promise<void>,
  params: Record<string, unknown> = {},
): Promise<void> {
  const requests: { message: Message; headers: Headers }[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message = await request.json() as Message;
    requests.push({ message, headers: request.headers });
    const special = answer(message, request);
    if (special !== undefined) return await special;
    if (message.id === undefined) return new Response(null, { status: 202 });
    return json(message, message.method === "initialize" ? INITIALIZED : { content: [{ type: "text", text: "ok" }] });
  });
  try {
    const url = `http://127.0.0.1:${server.addr.port}/mcp`;
    await withTooling(buildTooling({ transport: "http", url, ...params }, { name: "web" }), (tooling) => use(tooling, requests));
  } finally {
    await server.shutdown();
  }
}

function only(method: string, answer: Answer): Answer {
  return (message, request) => message.method === method ? answer(message, request) : undefined;
}

function stream(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

Deno.test("HttpTransport sends one Bearer and the configured headers", async () => {
  for (const auth_token of ["abc-token", "Bearer abc-token"]) {
    await withServer(() => undefined, async (tooling, requests) => {
      assert.equal((await tooling.callTool("x", {}, patience())).value, "ok");
      for (const { headers } of requests) {
        assert.equal(headers.get("authorization"), "Bearer abc-token");
        assert.equal(headers.get("x-api-key"), "key-0123456");
      }
    }, { auth_token, headers: { "X-Api-Key": "key-0123456" } });
  }
});

Deno.test("HttpTransport shows what an HTTP error says", async (t) => {
  const rpc = (message: Message) => ({ jsonrpc: "2.0", id: message.id, error: { code: -32602, message: "wrong\narguments" } });
  const cases: [string, Answer, RegExp][] = [
    [
      "a JSON-RPC error",
      (message) => Response.json(rpc(message), { status: 400 }),
      /failed: wrong arguments \(code -32602, HTTP 400 Bad Request\)/,
    ],
    ["a text", () => new Response("over capacity", { status: 503 }), /failed: HTTP 503 Service Unavailable: over capacity/],
    [
      "a web page",
      () => new Response("<html>", { status: 404 }),
      /HTTP 404 Not Found with a web page; is the url the server's MCP endpoint\?/,
    ],
    ["nothing", () => new Response(null, { status: 500 }), /failed: HTTP 500 Internal Server Error$/],
    [
      "the token",
      () => new Response("bad token tok-0123456789", { status: 403 }),
      /bad token <redacted>; check auth_token and headers/,
    ],
    [
      "a web page with 200",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      /Unexpected content type: text\/html/,
    ],
    [
      "a redirect",
      () => new Response(null, { status: 307, headers: { location: "http://other.example/" } }),
      /Redirect to http:\/\/other.example\/ not followed/,
    ],
  ];
  for (const [what, answer, message] of cases) {
    await t.step(what, () =>
      withServer(only("tools/call", answer), async (tooling) => {
        await assert.rejects(tooling.callTool("x", {}, patience()), message);
      }, { auth_token: "tok-0123456789" }));
  }
});

Deno.test("HttpTransport shows no token that a server quotes as it was sent, not as it was configured", async () => {
  const quoting = only("tools/call", () => new Response("bad token tok-0123456789", { status: 403 }));
  await withServer(quoting, async (tooling) => {
    await assert.rejects(tooling.callTool("x", {}, patience()), /bad token <redacted>; check/);
  }, { auth_token: "Bearer tok-0123456789\n" });
});

Deno.test("HttpTransport does not try again where it cannot help", async (t) => {
  const cases: [string, () => Response, RegExp][] = [
    [
      "401",
      () => new Response(null, { status: 401 }),
      /tooling "web": MCP tools\/list failed: HTTP 401 Unauthorized; check auth_token/,
    ],
    [
      "a web page",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      /is the url the server's MCP endpoint/,
    ],
  ];
  for (const [what, answer, message] of cases) {
    await t.step(what, () =>
      withServer(answer, async (tooling, requests) => {
        await assert.rejects(tooling.listTools(patience()), message);
        assert.equal(requests.length, 1);
      }));
  }
});

Deno.test("mcp tooling over HTTP uses the older handshake where the probe for the newer one fails", async () => {
  const failing = only("server/discover", () => new Response("no handler", { status: 500 }));
  await withServer(failing, async (tooling, requests) => {
    assert.equal((await tooling.callTool("x", {}, patience())).value, "ok");
    assert.deepEqual(requests.map(({ message }) => message.method), [
      "server/discover",
      "initialize",
      "notifications/initialized",
      "tools/call",
    ]);
  });
});

Deno.test("HttpTransport reads event streams with comments, empty data and without event names", async () => {
  const answer: Answer = (message) => {
    const data = JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { content: [{ type: "text", text: "streamed" }] } });
    return stream(`: hello\r\n\r\ndata:\n\nevent: other\ndata: {}\n\ndata:${data}\n\n`);
  };
  await withServer(only("tools/call", answer), async (tooling) => {
    assert.equal((await tooling.callTool("x", {}, patience())).value, "streamed");
  });
});

Deno.test("HttpTransport fails a call at once when its stream ends without the answer", async () => {
  await withServer(only("tools/call", () => stream(": bye\n\n")), async (tooling) => {
    await assert.rejects(tooling.callTool("x", {}, patience()), /the server ended its answer without a result/);
  });
});

Deno.test("HttpTransport closes the exchange of a call that was aborted or timed out", async () => {
  for (const how of ["aborted", "timed out"]) {
    let closed = false;
    const answer: Answer = () =>
      new Response(new ReadableStream({ cancel: () => void (closed = true) }), {
        headers: { "content-type": "text/event-stream" },
      });
    await withServer(only("tools/call", answer), async (tooling, requests) => {
      const signal = how === "aborted" ? AbortSignal.timeout(300) : patience();
      await assert.rejects(
        tooling.callTool("x", {}, signal),
        how === "aborted" ? { name: "TimeoutError" } : /no answer within 0\.3 s/,
      );
      await eventually(() => closed, "the end of the exchange");
      assert.ok(requests.some(({ message }) => message.method === "notifications/cancelled"));
    }, how === "aborted" ? {} : { timeout_secs: 0.3 });
  }
});

Deno.test("HttpTransport begins a new session when the server forgot the old one", async (t) => {
  const forgotten: [string, (message: Message) => Response][] = [
    ["with the status of the specification", () => new Response("gone", { status: 404 })],
    [
      "with the status of the reference servers",
      (message) =>
        Response.json({
          jsonrpc: "2.0",
          id: message.id,
          error: { code: -32000, message: "Bad Request: No valid session ID provided" },
        }, {
          status: 400,
        }),
    ],
  ];
  for (const [what, refuse] of forgotten) {
    await t.step(what, async () => {
      let sessions = 0;
      const answer: Answer = (message, request) => {
        if (message.method === "initialize") {
          return json(message, INITIALIZED, { headers: { "mcp-session-id": `s${++sessions}` } });
        }
        return message.method === "tools/call" && request.headers.get("mcp-session-id") === "s1" ? refuse(message) : undefined;
      };
      await withServer(answer, async (tooling) => {
        assert.equal((await tooling.callTool("x", {}, patience())).value, "ok");
        assert.equal(sessions, 2);
      });
    });
  }
});

Deno.test("HttpTransport makes subscriptions anew when the server forgot the session behind its event stream", async () => {
  let sessions = 0;
  let breakStream = () => {};
  const subscribed: string[] = [];
  const encode = (text: string) => new TextEncoder().encode(text);
  const notification = `data: {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"mem://a"}}\n\n`;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const session = request.headers.get("mcp-session-id") ?? "";
    if (request.method === "DELETE") return new Response(null, { status: 204 });
    if (session !== "" && session !== `s${sessions}`) return new Response("gone", { status: 404 });
    if (request.method === "GET") {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(encode(notification));
          breakStream = () => controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    const message = await request.json() as Message;
    if (message.id === undefined) return new Response(null, { status: 202 });
    if (message.method === "initialize") return json(message, INITIALIZED, { headers: { "mcp-session-id": `s${++sessions}` } });
    if (message.method === "resources/subscribe") subscribed.push(session);
    return json(message, { contents: [{ uri: "mem://a", text: `in ${session}` }] });
  });
  await withTooling(buildTooling({ transport: "http", url: `http://127.0.0.1:${server.addr.port}/` }), async (tooling) => {
    const reader = (await tooling.subscribeResource("mem://a", patience()))[Symbol.asyncIterator]();
    assert.deepEqual((await reader.next()).value, { value: [{ uri: "mem://a", content: "in s1" }] });
    sessions++;
    breakStream();
    assert.deepEqual((await reader.next()).value, { value: [{ uri: "mem://a", content: "in s3" }] });
    assert.deepEqual(subscribed, ["s1", "s3"]);
  });
  await server.shutdown();
});

Deno.test("HttpTransport reaches a server that is down at first, and names one that stays down", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const params = { transport: "http", url: `http://127.0.0.1:${port}/mcp?key=in-the-url` };
  await withTooling(buildTooling(params, { name: "down" }), async (tooling) => {
    const failure = await tooling.listTools(patience()).then(() => assert.fail("it worked"), (error: Error) => error);
    assert.match(failure.message, /tooling "down": MCP tools\/list failed: .*Connection refused/);
    assert.ok(!failure.message.includes("in-the-url"), failure.message);
  });
  await withTooling(buildTooling(params, { capSecs: 20 }), async (tooling) => {
    const pending = tooling.callTool("x", {}, patience());
    await new Promise((resolve) => setTimeout(resolve, 100));
    const server = Deno.serve({ port, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const message = await request.json().catch(() => ({})) as Message;
      if (message.id === undefined) return new Response(null, { status: request.method === "POST" ? 202 : 405 });
      return json(message, message.method === "initialize" ? INITIALIZED : { content: [] });
    });
    assert.equal((await pending).value, "");
    await server.shutdown();
  });
});
