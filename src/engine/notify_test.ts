import assert from "node:assert/strict";
import { ServiceNotifier } from "./notify.ts";

/** A message as the manager got it, with the time. */
interface Received {
  at: number;
  text: string;
}

/** Binds the given address (`\0name` is abstract) and tells each datagram on stdout: what a service manager does, in its own process. */
const MANAGER = `
const socket = Deno.listenDatagram({ transport: "unixpacket", path: JSON.parse(Deno.args[0]) });
console.log("{}");
for await (const [bytes] of socket) console.log(JSON.stringify({ at: Date.now(), text: new TextDecoder().decode(bytes) }));
`;

/** Runs `body` against a real socket; `next` waits for a message, `all` are those so far. */
async function withManager(
  path: string,
  body: (manager: { next: () => Promise<string | undefined>; all: Received[] }) => Promise<void>,
): Promise<void> {
  await using child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-config",
      "--no-check",
      "--unstable-net",
      "-A",
      `data:text/typescript,${encodeURIComponent(MANAGER)}`,
      JSON.stringify(path),
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(lineStream()).getReader();
  const all: Received[] = [];
  const next = async () => {
    const { value } = await lines.read();
    if (value === undefined) return undefined;
    const message: Received = JSON.parse(value);
    all.push(message);
    return message.text;
  };
  await lines.read();
  try {
    await body({ next, all });
  } finally {
    child.kill("SIGKILL");
    while (await next().catch(() => undefined) !== undefined);
  }
}

function lineStream(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(text, controller) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) controller.enqueue(line);
    },
  });
}

function open(env: Record<string, string>): ServiceNotifier | undefined {
  return ServiceNotifier.open((name) => env[name]);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Gives a path for a socket. */
async function withAddress(body: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(`${folder}/notify`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function tellAll(bound: string, named: string): Promise<void> {
  await withManager(bound, async ({ next }) => {
    const notifier = open({ NOTIFY_SOCKET: named });
    assert.ok(notifier !== undefined);
    assert.equal(await notifier.ready(), true);
    assert.equal(await next(), "READY=1");
    assert.equal(await notifier.status(" two\nagents\r\n run " + "x".repeat(10_000)), true);
    const status = await next();
    assert.match(status ?? "", /^STATUS=two agents run x+$/);
    assert.ok((status ?? "").length <= 507);
    assert.equal(await notifier.reloading(), true);
    const uptime = Number((await Deno.readTextFile("/proc/uptime")).split(" ")[0]);
    const [, micros] = /^RELOADING=1\nMONOTONIC_USEC=(\d+)$/.exec(await next() ?? "") ?? [];
    // The uptime is at least the monotonic clock: it counts suspended time as well.
    assert.ok(Number(micros) > 0 && Number(micros) <= uptime * 1e6 + 1e6);
    assert.equal(await notifier.stopping(), true);
    assert.equal(await next(), "STOPPING=1");
    notifier.close();
    notifier.close();
    assert.equal(await notifier.ready(), false);
    assert.equal(await notifier.reloading(), false);
  });
}

Deno.test("ServiceNotifier tells a manager on a path socket", () => withAddress((path) => tellAll(path, path)));

Deno.test({
  name: "ServiceNotifier tells a manager on an abstract socket",
  // Only the receiver of this test cannot bind such a name there.
  ignore: Deno.version.deno.startsWith("2.6."),
  fn: () => {
    const name = `omw-test-${crypto.randomUUID()}`;
    return tellAll(`\0${name}`, `@${name}`);
  },
});

Deno.test("ServiceNotifier pings the watchdog at half its time, not while there is no progress, and not after close()", async () => {
  await withAddress((path) =>
    withManager(path, async ({ next, all }) => {
      const notifier = open({ NOTIFY_SOCKET: path, WATCHDOG_USEC: "100000", WATCHDOG_PID: `${Deno.pid}` });
      assert.equal(notifier?.watchdogMs, 50);
      let progressing = true;
      notifier?.startWatchdog(() => progressing);
      for (let count = 0; count < 4; count++) assert.equal(await next(), "WATCHDOG=1");
      const [first, , , last] = all;
      assert.ok(first !== undefined && last !== undefined && last.at - first.at >= 100);
      progressing = false;
      await pause(200);
      await notifier?.status("stuck");
      // At most one ping was under way.
      if (await next() === "WATCHDOG=1") assert.equal(await next(), "STATUS=stuck");
      progressing = true;
      assert.equal(await next(), "WATCHDOG=1");
      notifier?.close();
      await pause(150);
      const later = open({ NOTIFY_SOCKET: path });
      await later?.status("end");
      assert.equal(await next(), "STATUS=end");
      later?.close();
    })
  );
});

Deno.test("ServiceNotifier is silent while the event loop is blocked", async () => {
  await withAddress((path) =>
    withManager(path, async ({ next, all }) => {
      const notifier = open({ NOTIFY_SOCKET: path, WATCHDOG_USEC: "40000" });
      notifier?.startWatchdog();
      await next();
      const began = Date.now();
      while (Date.now() - began < 400);
      const ended = Date.now();
      while ((all.at(-1)?.at ?? 0) < ended) await next();
      assert.deepEqual(all.filter(({ at }) => at > began + 50 && at < ended), []);
      notifier?.close();
    })
  );
});

Deno.test("ServiceNotifier has no watchdog when none is asked for, or it is another process's", () => {
  const cases: Record<string, string>[] = [
    {},
    { WATCHDOG_USEC: "" },
    { WATCHDOG_USEC: "0" },
    { WATCHDOG_USEC: "-5" },
    { WATCHDOG_USEC: "soon" },
    { WATCHDOG_USEC: "1e6" },
    { WATCHDOG_USEC: "1000000", WATCHDOG_PID: "1" },
  ];
  for (const env of cases) {
    const notifier = open({ NOTIFY_SOCKET: "@nobody", ...env });
    assert.equal(notifier?.watchdogMs, undefined, JSON.stringify(env));
    notifier?.startWatchdog();
    notifier?.close();
  }
  const endless = open({ NOTIFY_SOCKET: "@nobody", WATCHDOG_USEC: "9999999999999999" });
  assert.equal(endless?.watchdogMs, 2 ** 31 - 1);
  endless?.close();
});

Deno.test("ServiceNotifier is absent outside of a service manager, and says what is wrong with an address", () => {
  assert.equal(open({}), undefined);
  assert.equal(open({ NOTIFY_SOCKET: "" }), undefined);
  for (const address of ["relative", "vsock:2:1234", "@", "/", "/a\0b", `/${"x".repeat(107)}`, `@${"é".repeat(60)}`]) {
    assert.throws(
      () => open({ NOTIFY_SOCKET: address }),
      /^Error: NOTIFY_SOCKET cannot be used: Cannot send to the socket/,
      address,
    );
  }
  open({ NOTIFY_SOCKET: `/${"x".repeat(106)}` })?.close();
});

Deno.test("ServiceNotifier survives a manager that is not there", async () => {
  const folder = await Deno.makeTempDir();
  for (const address of [`${folder}/none`, `@omw-test-${crypto.randomUUID()}`]) {
    const notifier = open({ NOTIFY_SOCKET: address });
    assert.equal(await notifier?.ready(), false);
    assert.equal(await notifier?.stopping(), false);
    notifier?.close();
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("ServiceNotifier needs FFI to open, and no longer after that", () =>
  withAddress(async (path) => {
    const code = `
    import { ServiceNotifier } from "${new URL("./notify.ts", import.meta.url).href}";
    const env = (name) => name === "NOTIFY_SOCKET" ? "${path}" : undefined;
    const notifier = ServiceNotifier.open(env);
    Deno.permissions.revokeSync({ name: "ffi" });
    const told = await notifier.ready();
    await notifier.reloading();
    notifier.close();
    let refused = "";
    try { ServiceNotifier.open(env); } catch (error) { refused = error.message; }
    console.log(JSON.stringify({ told, refused }));
  `;
    await withManager(path, async ({ next }) => {
      const config = new URL("../../deno.json", import.meta.url).pathname;
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "--no-check",
          "--no-prompt",
          "--allow-ffi",
          "--config",
          config,
          `data:text/typescript,${encodeURIComponent(code)}`,
        ],
        stderr: "inherit",
      }).output();
      const { told, refused } = JSON.parse(new TextDecoder().decode(stdout));
      assert.equal(told, true);
      assert.match(refused, /^NOTIFY_SOCKET cannot be used: the C library cannot be opened: .*ffi.*; unset it, or allow FFI$/is);
      assert.equal(await next(), "READY=1");
      assert.match(await next() ?? "", /^RELOADING=1\n/);
    });
  }));
