import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { OPEN_TO_READ } from "../../tests/support/open_to_read.ts";
import { Guest, preopen } from "../../tests/support/wasi_guest.ts";
import type { WasiCalls, WasiOp, WasiResults } from "../protocol/mod.ts";
import { getLogger } from "../protocol/log.ts";
import { Broker, type Grants } from "./broker.ts";
import { parseHostRule } from "./broker_hosts.ts";
import { MAX_FILES, MAX_SOCKETS } from "./broker_table.ts";

const NOTHING: Grants = { preopens: [], tcp: false, udp: false, names: false, hosts: [] };
const log = getLogger(["test"]);
const loopback = { tcp: true, udp: true, hosts: [parseHostRule("127.0.0.1")] };

/** A broker's calls, with what they come to in short: the result, or the code. */
function brokerOf(grants: Partial<Grants>) {
  const broker = new Broker({ ...NOTHING, ...grants }, log);
  const abort = new AbortController();
  async function raw<Op extends WasiOp>(op: Op, args: WasiCalls[Op], block?: Uint8Array) {
    return await broker.call(op, args, block, abort.signal);
  }
  async function call<Op extends WasiOp>(op: Op, args: WasiCalls[Op], block?: Uint8Array): Promise<WasiResults[Op]> {
    const { reply } = await raw(op, args, block);
    if ("e" in reply) throw new Error(reply.e);
    return reply.v as WasiResults[Op];
  }
  async function code<Op extends WasiOp>(op: Op, args: WasiCalls[Op]): Promise<string> {
    const { reply } = await raw(op, args);
    return "e" in reply ? reply.e : "none";
  }
  return { broker, abort, raw, call, code };
}

Deno.test("numbers that name nothing, or something else, are codes", async () => {
  const { call, code, broker } = brokerOf(loopback);
  strictEqual(await code("stat", { h: 1 }), "bad-descriptor");
  strictEqual(await code("open", { h: 99, path: "x", ...OPEN_TO_READ }), "bad-descriptor");
  strictEqual(await code("read_stream", { h: 5, most: 1, wait: true }), "closed");
  strictEqual(await code("accept", { h: 5 }), "invalid-state");
  const { h } = await call("listen", { ip: "127.0.0.1", port: 0 });
  strictEqual(await code("read_file", { h, at: 0, most: 1 }), "bad-descriptor");
  strictEqual(await code("connected", { h }), "invalid-state");
  deepStrictEqual(await call("poll", { on: [[77, "read"]], ms: null }), [0]);
  broker.close();
});

Deno.test("a file is read and written at its places, in blocks", () =>
  inFolder(async (folder) => {
    const { call, raw, broker } = brokerOf({ preopens: [preopen(folder, "/d", true)] });
    const [[h]] = await call("preopens", {}) as [[number, string]];
    const file = await call("open", { h, path: "f", ...OPEN_TO_READ, create: true, write: true });
    strictEqual(await call("write_file", { h: file.h, at: 3 }, new Uint8Array([1, 2])), 2);
    strictEqual(await call("write_file", { h: file.h, at: null }, new Uint8Array([3])), 1);
    const { reply, block } = await raw("read_file", { h: file.h, at: 1, most: 100 });
    deepStrictEqual([reply, [...block!]], [{ v: false }, [0, 0, 1, 2, 3]]);
    deepStrictEqual((await raw("read_file", { h: file.h, at: 6, most: 100 })).reply, { v: true });
    const stat = await call("stat", { h: file.h });
    deepStrictEqual([stat.type, stat.size, stat.links], ["regular-file", 6, 1]);
    await call("set_times_at", { h, path: "f", follow: true, accessed: null, modified: 86_400_000 });
    strictEqual((await call("stat_at", { h, path: "f", follow: true })).modified, 86_400_000);
    broker.close();
    strictEqual(broker.open, 0);
  }));

Deno.test("open files are bounded, and a closed one makes room", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/f`, "x");
    const { call, code, broker } = brokerOf({ preopens: [preopen(folder, "/d")] });
    const [[h]] = await call("preopens", {}) as [[number, string]];
    let last = 0;
    for (let i = 1; i < MAX_FILES; i++) last = (await call("open", { h, path: "f", ...OPEN_TO_READ })).h;
    strictEqual(await code("open", { h, path: "f", ...OPEN_TO_READ }), "insufficient-memory");
    broker.release(last);
    strictEqual(await code("open", { h, path: "f", ...OPEN_TO_READ }), "none");
    broker.close();
    strictEqual(await code("open", { h, path: "f", ...OPEN_TO_READ }), "bad-descriptor");
  }));

Deno.test("sockets are bounded", async () => {
  const { call, code, broker } = brokerOf(loopback);
  for (let i = 0; i < MAX_SOCKETS; i++) await call("listen", { ip: "127.0.0.1", port: 0 });
  strictEqual(await code("listen", { ip: "127.0.0.1", port: 0 }), "new-socket-limit");
  strictEqual(await code("bind_datagrams", { ip: "127.0.0.1", port: 0 }), "new-socket-limit");
  broker.close();
});

Deno.test("the end of a run closes its connections and its listeners", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { call, broker } = brokerOf(loopback);
  const h = await call("connect", { ip: "127.0.0.1", port: listener.addr.port });
  using peer = await listener.accept();
  await call("poll", { on: [[h, "connect"]], ms: null });
  const { port } = await call("listen", { ip: "127.0.0.1", port: 0 });
  broker.close();
  strictEqual(await peer.read(new Uint8Array(1)), null);
  // The port is free again.
  Deno.listen({ hostname: "127.0.0.1", port }).close();
});

Deno.test("poll tells what is ready, and when the time is over", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { call, raw, broker } = brokerOf(loopback);
  const attempt = await call("connect", { ip: "127.0.0.1", port: listener.addr.port });
  using peer = await listener.accept();
  deepStrictEqual(await call("poll", { on: [[attempt, "connect"]], ms: null }), [0]);
  const { input, output } = await call("connected", { h: attempt });
  deepStrictEqual(await call("poll", { on: [[input, "read"]], ms: 5 }), []);
  deepStrictEqual(await call("poll", { on: [[input, "read"], [output, "write"]], ms: null }), [1]);
  const waiting = call("poll", { on: [[input, "read"]], ms: null });
  await peer.write(new Uint8Array([7]));
  deepStrictEqual(await waiting, [0]);
  const { block } = await raw("read_stream", { h: input, most: 10, wait: false });
  deepStrictEqual([...block!], [7]);
  broker.close();
});

Deno.test("an abort ends what waits, and takes no byte from the stream", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { call, code, abort, broker } = brokerOf(loopback);
  const attempt = await call("connect", { ip: "127.0.0.1", port: listener.addr.port });
  using _peer = await listener.accept();
  await call("poll", { on: [[attempt, "connect"]], ms: null });
  const { input } = await call("connected", { h: attempt });
  const { h } = await call("listen", { ip: "127.0.0.1", port: 0 });
  const waiting = [
    code("read_stream", { h: input, most: 1, wait: true }),
    call("poll", { on: [[h, "accept"]], ms: null }),
    call("poll", { on: [], ms: null }),
  ];
  abort.abort();
  deepStrictEqual(await Promise.all(waiting), ["connection-aborted", [], []]);
  broker.close();
});

Deno.test("a writer that its reader leaves alone is held up, not kept in memory", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { call, code, broker } = brokerOf(loopback);
  const attempt = await call("connect", { ip: "127.0.0.1", port: listener.addr.port });
  using _peer = await listener.accept();
  await call("poll", { on: [[attempt, "connect"]], ms: null });
  const { output } = await call("connected", { h: attempt });
  const block = new Uint8Array(1024 * 1024);
  let sent = 0;
  for (; await call("room", { h: output }) > 0 && sent < 100; sent++) {
    await call("write_stream", { h: output, wait: false }, block);
  }
  ok(sent < 100, `${sent} MiB`);
  deepStrictEqual(await call("poll", { on: [[output, "write"]], ms: 5 }), []);
  strictEqual(await code("connected", { h: output }), "invalid-state");
  broker.close();
});

Deno.test("a name is what the system says, and what is no name is refused unasked", async () => {
  const { call, code, broker } = brokerOf({ names: true });
  ok((await call("look_up", { name: "localhost" })).some((ip) => ip === "127.0.0.1" || ip === "::1"));
  deepStrictEqual(await call("look_up", { name: "10.1.2.3" }), ["10.1.2.3"]);
  for (const name of ["a b", "", "-", "a..b", "127.1"]) strictEqual(await code("look_up", { name }), "invalid-argument", name);
  strictEqual(await code("look_up", { name: "nowhere.invalid" }), "name-unresolvable");
  broker.close();
});

Deno.test("std's TCP, UDP and names, and wasi:http, reach what is granted and nothing else", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/redirect") return Response.redirect(new URL("/other", request.url));
    return new Response(`${request.method} ${pathname}${search} ${await request.text()}`, {
      headers: { "x-answer": request.headers.get("x-guest") ?? "" },
    });
  });
  const { port } = server.addr;
  using udp = await udpEcho();
  using tcp = tcpEcho();
  await using guest = await Guest.start();
  const commands = [
    `tcp 127.0.0.1:${tcp.port} hello`,
    `udp 127.0.0.1:${udp.port} hello`,
    `http GET http://127.0.0.1:${port}/a?b=c`,
    `http POST http://localhost:${port}/a ${"x".repeat(100_000)}`,
    `http GET http://127.0.0.1:${port}/redirect`,
    `lookup localhost`,
    `tcp 127.0.0.1:1 hello`,
    `http GET http://127.0.0.1:1/`,
  ];
  const granted = await guest.run(commands, {
    tcp: true,
    udp: true,
    names: true,
    hosts: [parseHostRule("127.0.0.1"), parseHostRule(`localhost:${port}`)],
  });
  strictEqual(granted.end.kind, "done", JSON.stringify(granted.end));
  match(granted.lines[0]!, /^ok HELLO$/);
  match(granted.lines[1]!, /^ok hello hello$/);
  match(granted.lines[2]!, /^ok 200 yes GET \/a\?b=c $/);
  strictEqual(granted.lines[3], `ok 200 yes POST /a ${"x".repeat(100_000)}`);
  match(granted.lines[4]!, /^ok 302 /);
  match(granted.lines[5]!, /^ok .*(?:127\.0\.0\.1|::1)/);
  match(granted.lines[6]!, /^err Connection refused/);
  match(granted.lines[7]!, /^err ErrorCode::ConnectionRefused$/);
  deepStrictEqual(granted.warnings, []);

  const narrow = await guest.run(commands, { tcp: true, udp: true, hosts: [parseHostRule(`127.0.0.1:${tcp.port}`)] });
  match(narrow.lines[0]!, /^ok HELLO$/);
  for (const line of narrow.lines.slice(1)) {
    match(line, /^err (?:Permission denied|ErrorCode::HttpRequestDenied|failed to lookup|.*denied)/i);
  }
  const told = new Map(narrow.warnings.map(({ message, grant }) => [message, grant]));
  deepStrictEqual([...told.keys()].sort(), [
    "refused to look up a host name",
    "refused to open a TCP connection",
    "refused to send an HTTP request",
    "refused to take an address for UDP",
  ]);
  match(told.get("refused to open a TCP connection")!, /^allow_tcp and an entry of allow_hosts/);
  match(told.get("refused to look up a host name")!, /^allow_ip_name_lookup$/);
  strictEqual(narrow.warnings.length, told.size);
});

Deno.test("an answer that breaks off is an error; one that nobody reads ends with the run", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const head = new TextEncoder().encode("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc");
  const open: Deno.Conn[] = [];
  void (async () => {
    for await (const conn of listener) {
      open.push(conn);
      await conn.read(new Uint8Array(4096));
      await conn.write(head);
      if (open.length === 1) await conn.closeWrite();
    }
  })();
  await using guest = await Guest.start();
  const { lines } = await guest.run([`http GET http://127.0.0.1:${port}/`], loopback);
  match(lines[0]!, /^err /);

  const { call, broker } = brokerOf(loopback);
  const times = { connect_ms: null, answer_ms: null, pause_ms: null };
  const request = {
    method: "GET",
    scheme: "http",
    authority: `127.0.0.1:${port}`,
    path: "/",
    headers: [],
    body: false,
    ...times,
  };
  const { h } = await call("send_request", request);
  deepStrictEqual(await call("poll", { on: [[h, "answer"]], ms: null }), [0]);
  strictEqual((await call("answer", { h })).status, 200);
  broker.close();
  strictEqual(await open[1]!.read(new Uint8Array(1)).catch(() => null), null);
  for (const conn of open) conn.close();
});

Deno.test("a guest accepts connections where it may, and echoes", async () => {
  await using guest = await Guest.start();
  let answer: Promise<string> | undefined;
  const { lines } = await guest.run(["serve 127.0.0.1:0"], {
    ...loopback,
    announced(text) {
      const port = /^listening (\d+)$/.exec(text)?.[1];
      if (port !== undefined) answer = exchange(Number(port), "hello");
    },
  });
  deepStrictEqual(lines, ["ok 127.0.0.1 hello"]);
  strictEqual(await answer, "HELLO");
});

Deno.test("the bounds hold for a guest of std: files and sockets", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/f`, "x");
    using tcp = tcpEcho();
    await using guest = await Guest.start();
    const { lines } = await guest.run(["exhaust /d/f", `tcp-many 127.0.0.1:${tcp.port}`, "read /d/f"], {
      ...loopback,
      preopens: [preopen(folder, "/d")],
    });
    match(lines[0]!, /^ok \d{2,3} /);
    match(lines[1]!, /^ok \d{2,3} /);
    strictEqual(lines[2], "ok x");
  }));

for (const command of ["sleep 600000", "tcp-wait"]) {
  Deno.test(`an abort ends ${command.split(" ")[0]} of a guest at once`, async () => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const accepted = command === "tcp-wait" ? listener.accept() : undefined;
    await using guest = await Guest.start();
    let begun = 0;
    const { end, lines } = await guest.run([command === "tcp-wait" ? `tcp-wait 127.0.0.1:${listener.addr.port}` : command], {
      ...loopback,
      announced(text, run) {
        if (text !== "sleeping" && text !== "reading") return;
        begun = performance.now();
        run.abort("shutdown", 60_000);
      },
    });
    strictEqual(end.kind, "done", JSON.stringify(end));
    ok(performance.now() - begun < 10_000);
    match(lines[0]!, command === "tcp-wait" ? /^err / : /^ok \d+$/);
    (await accepted)?.close();
  });
}

/** Sends a text, ends the sending, and reads to the end. */
async function exchange(port: number, text: string): Promise<string> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  await conn.write(new TextEncoder().encode(text));
  await conn.closeWrite();
  return await new Response(conn.readable).text();
}

/** Answers each connection's text in upper case when its sending has ended. */
function tcpEcho(): Disposable & { port: number } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  async function serve(conn: Deno.Conn): Promise<void> {
    const chunk = new Uint8Array(1024);
    const decoder = new TextDecoder();
    let text = "";
    try {
      for (let count = await conn.read(chunk); count !== null; count = await conn.read(chunk)) {
        text += decoder.decode(chunk.subarray(0, count));
      }
      await conn.write(new TextEncoder().encode(text.toUpperCase()));
    } catch { /* the other side is gone */ }
    open.delete(conn);
    conn.close();
  }
  void (async () => {
    for await (const conn of listener) {
      open.add(conn);
      void serve(conn);
    }
  })();
  return { port: listener.addr.port, [Symbol.dispose]: () => listener.close() };
}

/** Answers each datagram with its text twice. */
async function udpEcho(): Promise<Disposable & { port: number }> {
  const { createSocket } = await import("node:dgram");
  const socket = createSocket("udp4");
  socket.on("message", (bytes, from) => socket.send(`${bytes} ${bytes}`, from.port, from.address));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { port: socket.address().port, [Symbol.dispose]: () => void socket.close() };
}
