import assert from "node:assert/strict";
import { chatRequest, RawClient } from "../../tests/support/raw_client.ts";
import { served, testDesk, until } from "../../tests/support/served_brain.ts";
import { defaultTunables } from "../config/mod.ts";
import { openaiEndpoint } from "./openai.ts";

const hi = { model: "m", messages: [{ role: "user", content: "hi" }] };
const streamed = { ...hi, stream: true };

function silent(): void {}

Deno.test("a client that closes its socket after the first delta is one end for the brain", async () => {
  await served(({ session }, brain) => brain.send(session, { content: "a" }), async ({ brain, port }) => {
    {
      using client = await RawClient.connect(port);
      await client.write(chatRequest(streamed));
      await client.readTo('"content":"a"');
    }
    await until(() => brain.ends.length > 0);
    assert.deepEqual(brain.ends, [{ session: brain.requests[0]!.session, error: "endpoint session aborted" }]);
  });
});

Deno.test("a client that leaves after the finish is not reported as gone", async () => {
  await served(
    ({ session }, brain) => brain.send(session, { content: "x".repeat(3_000_000) }, { finish_reason: "stop" }),
    async ({ brain, port }) => {
      {
        using client = await RawClient.connect(port);
        await client.write(chatRequest(streamed));
        await client.readTo("xxxx");
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.deepEqual(brain.ends, [{ session: brain.requests[0]!.session }]);
    },
  );
});

Deno.test("the bytes of a stream: the documented frames, then [DONE]; nothing is compressed", async () => {
  await served(
    ({ session }, brain) => brain.send(session, { content: "a\r\nb" }, { finish_reason: "stop" }),
    async ({ brain, port }) => {
      using client = await RawClient.connect(port);
      await client.write(chatRequest(streamed, ["Accept-Encoding: gzip, br", "Connection: close"]));
      const [head = "", body = ""] = (await client.readAll()).split("\r\n\r\n");
      assert.match(head, /content-type: text\/event-stream/);
      assert.doesNotMatch(head, /content-encoding/);
      const id = `chatcmpl-${brain.requests[0]!.session}`;
      const frames = body.split("\n").filter((line) => line.startsWith("data: "));
      assert.equal(frames.length, 3);
      const created = /"created":(\d+)/.exec(body)?.[1];
      const tail = `"index":0}],"created":${created},"id":"${id}","model":"m","object":"chat.completion.chunk"}`;
      assert.deepEqual(frames, [
        `data: {"choices":[{"delta":{"content":"a\\r\\nb","role":"assistant"},"finish_reason":null,${tail}`,
        `data: {"choices":[{"delta":{},"finish_reason":"stop",${tail}`,
        "data: [DONE]",
      ]);
    },
  );
});

Deno.test("a silent stream is kept open by comments, by chunks, or not at all", async () => {
  for (
    const [keepalive, mark] of [["comment", ": keep-alive\n\n"], [
      "chunk",
      '"delta":{"role":"assistant"},"finish_reason":null',
    ]] as const
  ) {
    await served(silent, async ({ brain, port }) => {
      using client = await RawClient.connect(port);
      await client.write(chatRequest(streamed));
      assert.ok((await client.readTo(mark)).includes(mark));
      brain.send(brain.requests[0]!.session, { content: "a", finish_reason: "stop" });
      const text = await client.readTo("[DONE]");
      assert.equal(text.split('"role":"assistant"').length, 2);
    }, { keepalive, keepalive_secs: 1 });
  }
  await served(silent, async ({ brain, port }) => {
    using client = await RawClient.connect(port);
    await client.write(chatRequest(streamed));
    await until(() => brain.requests.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    brain.send(brain.requests[0]!.session, { finish_reason: "stop" });
    const body = (await client.readTo("[DONE]")).split("\r\n\r\n")[1]!;
    assert.equal(body.split("data: ").length, 3);
    assert.ok(!body.includes("keep-alive"));
  }, { keepalive: "off", keepalive_secs: 1 });
});

Deno.test("a client that never reads costs the brain and other clients nothing, and is told that its reply is not whole", async () => {
  await served(silent, async ({ brain, port, warnings, desk }) => {
    using lazy = await RawClient.connect(port);
    await lazy.write(chatRequest(streamed));
    await until(() => brain.requests.length === 1);
    const slow = brain.requests[0]!.session;
    const text = "x".repeat(65_536);
    for (let round = 0; round < 60; round++) {
      for (let i = 0; i < 10; i++) brain.send(slow, { content: text });
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    using quick = await RawClient.connect(port);
    await quick.write(chatRequest(streamed));
    await until(() => brain.requests.length === 2);
    brain.send(brain.requests[1]!.session, { content: "quick", finish_reason: "stop" });
    assert.ok((await quick.readTo("[DONE]")).includes('"quick"'));
    brain.send(slow, { finish_reason: "stop" });
    assert.equal(desk.openSessions, 0);
    assert.deepEqual(warnings, ["endpoint session buffer is full, dropping deltas"]);
    const tail = (await lazy.readTo("[DONE]")).slice(-2_000);
    const [error, finish, done] = ['"reply_incomplete"', '"finish_reason":"stop"', "[DONE]"].map((mark) => tail.indexOf(mark));
    assert.ok(0 < error! && error! < finish! && finish! < done!, tail);
  });
});

Deno.test("smuggled and malformed heads never reach a brain", async () => {
  await served(silent, async ({ brain, port }) => {
    const body = JSON.stringify(hi);
    const head = "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const attempts = [
      `${head}Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      `${head}Content-Length: ${body.length}\r\nContent-Length: 1\r\n\r\n${body}`,
      `${head}Content-Length: +${body.length}\r\n\r\n${body}`,
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n${body}`,
      `${head}Transfer-Encoding : chunked\r\n\r\n${body}`,
      `${head}Host: evil.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      `GET /v1/models HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n`,
      `GET /v1/models HTTP/1.1\r\nHost: localhost\nX\0: 1\r\n\r\n`,
      "\x16\x03\x01\x02\x00\x01\x00",
    ];
    for (const attempt of attempts) {
      using client = await RawClient.connect(port);
      await client.write(attempt);
      assert.match(await client.readAll(), /^HTTP\/1\.1 400 /, JSON.stringify(attempt));
    }
    assert.equal(brain.events.length, 0);
  });
});

Deno.test("half a request and a silent connection don't keep the server from answering or stopping", async () => {
  const held: RawClient[] = [];
  try {
    await served(({ session }, brain) => brain.send(session, { finish_reason: "stop" }), async ({ url, port, brain }) => {
      for (const part of ["", "POST /v1/ch", chatRequest(hi).slice(0, -5)]) {
        const client = await RawClient.connect(port);
        held.push(client);
        await client.write(part);
      }
      const reply = await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(hi),
      });
      assert.equal(reply.status, 200);
      await reply.body?.cancel();
      assert.equal(brain.requests.length, 1);
    });
  } finally {
    for (const client of held) client[Symbol.dispose]();
  }
});

Deno.test("a body of 10 MB is answered with 413, declared or chunked", async () => {
  await served(silent, async ({ brain, port }) => {
    const large = JSON.stringify({ ...hi, padding: "x".repeat(10_000_000) });
    const head = "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const requests = [
      chatRequest(large),
      `${head}Transfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
    ];
    for (const request of requests) {
      using client = await RawClient.connect(port);
      await client.write(request);
      const answer = await client.readTo("request_too_large");
      assert.match(answer, /^HTTP\/1\.1 413 /);
      assert.ok(answer.includes('"type":"invalid_request_error"'));
    }
    assert.equal(brain.events.length, 0);
  });
});

Deno.test("a chunked body is read whole", async () => {
  await served(({ session }, brain) => brain.send(session, { content: "ok", finish_reason: "stop" }), async ({ port }) => {
    const body = JSON.stringify(hi);
    const pieces = [body.slice(0, 5), body.slice(5)].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
    using client = await RawClient.connect(port);
    await client.write(
      `POST /chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${
        pieces[0]
      }`,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    await client.write(`${pieces[1]}0\r\n\r\n`);
    assert.match(await client.readTo('"ok"'), /^HTTP\/1\.1 200 /);
  });
});

Deno.test("two requests in one write on one connection are both answered", async () => {
  await served(
    ({ session }, brain) => brain.send(session, { content: session, finish_reason: "stop" }),
    async ({ brain, port }) => {
      using client = await RawClient.connect(port);
      await client.write(chatRequest(hi) + chatRequest(hi, ["Connection: close"]));
      const text = await client.readAll();
      assert.equal(brain.requests.length, 2);
      for (const { session } of brain.requests) assert.ok(text.includes(`"content":"${session}"`));
    },
  );
});

Deno.test("a foreign Host gets 403 on a loopback listener; without one, as health checkers send it, there is an answer", async () => {
  await served(silent, async ({ port, brain }) => {
    using foreign = await RawClient.connect(port);
    await foreign.write(chatRequest(hi).replace("Host: localhost", "Host: evil.example"));
    assert.match(await foreign.readTo("host_not_allowed"), /^HTTP\/1\.1 403 /);
    using bare = await RawClient.connect(port);
    await bare.write("GET /healthz HTTP/1.0\r\n\r\n");
    assert.match(await bare.readAll(), /^HTTP\/1\.[01] 200 /);
    assert.equal(brain.events.length, 0);
  });
});

Deno.test("an IPv6 address is served, and an address in use is an error that names it", async () => {
  const params = { listen: "[::1]:0" };
  const warn = () => {};
  const build = (listen: string) =>
    openaiEndpoint.build({ params: { ...params, listen }, where: "endpoint", tunables: defaultTunables(), warn });
  const { desk } = testDesk();
  const first = build("[::1]:0");
  const { address } = await first.start(desk);
  try {
    assert.match(address ?? "", /^\[::1\]:\d+$/);
    assert.deepEqual((await (await fetch(`http://${address}/v1/models`)).json()).data, []);
    await assert.rejects(build(address!).start(desk), (error: Error) => {
      assert.ok(error.message.startsWith(`failed to bind endpoint listener on ${address}: `), error.message);
      assert.ok(error.cause instanceof Deno.errors.AddrInUse);
      return true;
    });
  } finally {
    await first.stop();
  }
  const warnings: string[] = [];
  openaiEndpoint.build({
    params: { listen: "0.0.0.0:0" },
    where: "endpoint",
    tunables: defaultTunables(),
    warn: (message) => warnings.push(message),
  });
  assert.match(warnings.join(), /^endpoint\.listen: other machines can reach/);
});

Deno.test("2,000 connections at once: each gets its reply or a 429, and the server goes on", async () => {
  await served(
    ({ session }, brain) => setTimeout(() => brain.send(session, { content: "ok", finish_reason: "stop" }), 200),
    async ({ brain, port, url }) => {
      const statuses = await Promise.all(Array.from({ length: 2_000 }, async () => {
        using client = await RawClient.connect(port);
        await client.write(chatRequest(hi, ["Connection: close"]));
        return /^HTTP\/1\.1 (\d+)/.exec(await client.readAll())?.[1];
      }));
      const answered = statuses.filter((status) => status === "200").length;
      assert.equal(answered + statuses.filter((status) => status === "429").length, 2_000);
      assert.equal(answered, brain.requests.length);
      assert.ok(answered >= 1_024, `${answered} were answered`);
      assert.equal((await fetch(`${url}/healthz`).then((probe) => probe.json())).status, "ok");
    },
  );
});
