import assert from "node:assert/strict";
import { boundedFetch } from "./bounded_fetch.ts";

async function fetched(bound: number, body: BodyInit, init: ResponseInit): Promise<string> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => new Response(body, init));
  try {
    return await (await boundedFetch(bound)(`http://127.0.0.1:${server.addr.port}/`)).text();
  } finally {
    await server.shutdown();
  }
}

const events = { headers: { "content-type": "text/event-stream" } };

Deno.test("boundedFetch() passes bodies up to the bound and fails longer ones", async () => {
  assert.equal(await fetched(5, "12345", {}), "12345");
  await assert.rejects(fetched(5, "123456", {}), /larger than 5 bytes/);
});

Deno.test("boundedFetch() bounds the lines of an event stream, not its length", async () => {
  const text = "data: 1\n\n".repeat(1_000);
  assert.equal(await fetched(20, text, events), text);
  await assert.rejects(
    fetched(20, `data: ${"x".repeat(100)}`, events),
    /line of the server's event stream is longer than 20 bytes/,
  );
});

Deno.test("boundedFetch() bounds the events of an event stream, whatever their line ends", async () => {
  for (const end of ["\n", "\r", "\r\n"]) {
    const short = `data: 1${end}data: 2${end}${end}`.repeat(1_000);
    assert.equal(await fetched(20, short, events), short);
    await assert.rejects(
      fetched(20, `data: 1${end}`.repeat(1_000), events),
      /an event of the server's event stream is longer than 20 bytes/,
    );
  }
});

Deno.test("boundedFetch() cuts the body of an error", async () => {
  assert.equal((await fetched(5, "x".repeat(1_000_000), { status: 500 })).length, 64 * 1024);
});
