/**
 * Components with files and network through the whole program: what a config grants works, what it does not is refused with the key that
 * would allow it in the log.
 */

import assert from "node:assert/strict";
import { denoFolder } from "../support/deno_folder.ts";
import { inFolder } from "../support/folder.ts";
import { play, Scenario } from "../support/scenario.ts";
import { guestBytes } from "../support/wasi_guest.ts";

/** Lays out a config with the guest as its brain; `keys` are those of its runtime entry. */
async function lay(dir: string, commands: readonly string[], keys: string): Promise<void> {
  await Deno.mkdir(`${dir}/data`);
  await Deno.writeTextFile(`${dir}/data/in.txt`, "hello");
  await Deno.mkdir(`${dir}/brains`);
  await Deno.writeFile(`${dir}/brains/guest.wasm`, await guestBytes());
  await Deno.writeTextFile(
    `${dir}/omw.toml`,
    `
[runtime.guest]
kind = "wasm"
args = ${JSON.stringify(["guest", ...commands])}
${keys}
[[agents]]
name = "alice"
runtime = "guest"
script = "brains/guest.wasm"
`,
  );
}

/** What the agent's commands came to. */
async function run(dir: string, env: Record<string, string> = {}): Promise<{ lines: string[]; omw: Scenario; code: number }> {
  const { code, omw } = await play(["run"], { cwd: dir, env });
  const result = omw.result();
  return { lines: typeof result === "string" ? result.split("\n") : [], omw, code };
}

const DATA = `preopens = [{ host_path = "data", guest_path = "/data", perms = "read_write" }]`;

Deno.test("a guest fetches from a granted loopback port and writes what it got into a read-write preopen", () =>
  inFolder(async (dir) => {
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response("fetched"));
    const { port } = server.addr;
    await lay(
      dir,
      [`http GET http://127.0.0.1:${port}/`, "write /data/out.txt fetched", "read /data/in.txt", "env COLOUR", "args"],
      `${DATA}\nallow_tcp = true\nallow_hosts = ["127.0.0.1:${port}"]\nenv = { COLOUR = "blue" }`,
    );
    const { lines, omw, code } = await run(dir);
    assert.equal(code, 0, omw.report());
    assert.deepEqual(lines, ["ok 200  fetched", "ok done", "ok hello", "ok blue", "ok 6"], omw.report());
    assert.equal(await Deno.readTextFile(`${dir}/data/out.txt`), "fetched");
    assert.deepEqual(omw.log.filter(({ level }) => level === "WARN").map(({ message }) => message), []);
  }));

const refusals: Readonly<Record<string, readonly [keys: string, grant: RegExp]>> = {
  "no grant at all": [DATA, /^allow_tcp and an entry of allow_hosts/],
  "the protocol alone": [`${DATA}\nallow_tcp = true`, /^allow_tcp and an entry of allow_hosts/],
  "another port": [`${DATA}\nallow_tcp = true\nallow_hosts = ["127.0.0.1:1"]`, /^allow_tcp and an entry of allow_hosts/],
  "another network": [`${DATA}\nallow_tcp = true\nallow_hosts = ["10.0.0.0/8"]`, /^allow_tcp and an entry of allow_hosts/],
};

for (const [name, [keys, grant]] of Object.entries(refusals)) {
  Deno.test(`a request with ${name} is refused, and the log names the grant`, () =>
    inFolder(async (dir) => {
      let asked = 0;
      await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response(`${++asked}`));
      const { port } = server.addr;
      await lay(dir, [`http GET http://127.0.0.1:${port}/`, `tcp 127.0.0.1:${port} x`, `tcp 127.0.0.1:${port} x`], keys);
      const { lines, omw } = await run(dir);
      assert.match(lines[0]!, /^err ErrorCode::HttpRequestDenied$/, omw.report());
      assert.match(lines[1]!, /^err Permission denied/);
      const told = omw.log.filter(({ grant }) => grant !== undefined);
      assert.deepEqual(told.map(({ message }) => message), [
        "refused to send an HTTP request",
        "refused to open a TCP connection",
      ]);
      for (const line of told) {
        assert.match(String(line.grant), grant);
        assert.equal(line.to, `127.0.0.1:${port}`);
        assert.equal(line.agent, "alice");
      }
      assert.equal(asked, 0);
    }));
}

Deno.test("a read-only preopen refuses a write with the key that would allow it, a link that leads out is refused", () =>
  inFolder(async (dir) => {
    await lay(
      dir,
      ["write /data/out.txt x", "read /data/link", "read /data/in.txt"],
      `preopens = [{ host_path = "data", guest_path = "/data" }]`,
    );
    await Deno.symlink("../omw.toml", `${dir}/data/link`);
    const { lines, omw } = await run(dir);
    assert.match(lines[0]!, /^err Read-only file system/, omw.report());
    assert.match(lines[1]!, /^err Operation not permitted/);
    assert.equal(lines[2], "ok hello");
    const told = omw.log.find(({ message }) => message === "refused to change a file");
    assert.equal(told?.grant, `perms = "read_write" on its preopen`);
  }));

Deno.test("a preopen that cannot be given is an error that names its key", async (test) => {
  const cases: Readonly<Record<string, readonly [path: string, message: RegExp]>> = {
    "a folder that is not there": [
      "nowhere",
      /runtime\.guest\.preopens\[0\]\.host_path: failed to preopen "nowhere": .*does not exist/,
    ],
    "a file": ["data/in.txt", /failed to preopen "data\/in\.txt": it is no folder/],
    "the component cache": ["cache/omw", /failed to preopen "cache\/omw": it holds omw's cache of transpiled components/],
    "a folder above the cache": ["cache", /failed to preopen "cache": it holds omw's cache/],
    "a link to the cache": ["link", /failed to preopen "link": it holds omw's cache/],
  };
  for (const [name, [path, message]] of Object.entries(cases)) {
    await test.step(name, () =>
      inFolder(async (dir) => {
        await lay(dir, ["read /data/in.txt"], `preopens = [{ host_path = "${path}", guest_path = "/data" }]`);
        await Deno.mkdir(`${dir}/cache/omw`, { recursive: true, mode: 0o700 });
        await Deno.symlink("cache", `${dir}/link`);
        const { omw, code } = await run(dir, { XDG_CACHE_HOME: `${dir}/cache`, DENO_DIR: denoFolder() });
        assert.notEqual(code, 0);
        assert.match(omw.report(), message);
      }));
  }
});

Deno.test("a read-write preopen that holds the config is warned about, and works", () =>
  inFolder(async (dir) => {
    await lay(dir, ["read /all/data/in.txt"], `preopens = [{ host_path = ".", guest_path = "/all", perms = "read_write" }]`);
    const { lines, omw } = await run(dir);
    assert.deepEqual(lines, ["ok hello"], omw.report());
    const told = omw.log.find(({ message }) => message === "a component may change the config or a brain's own file");
    assert.equal(told?.key, "runtime.guest.preopens[0].host_path", omw.report());
  }));

Deno.test("an entry of allow_hosts that is none is an error that names it", () =>
  inFolder(async (dir) => {
    await lay(dir, [], `allow_hosts = ["http://example.org"]`);
    const { omw, code } = await run(dir);
    assert.notEqual(code, 0);
    assert.match(omw.report(), /runtime\.guest\.allow_hosts\[0\].*"http:\/\/example\.org" is no host: wanted a host name/);
  }));

Deno.test("standard output is logged when it is inherited, and only then; random numbers are bounded and seeded", async () => {
  for (const isTold of [true, false]) {
    await inFolder(async (dir) => {
      await lay(
        dir,
        ["print hallo", "print-error weh", "insecure-seed", "random 16"],
        `inherit_stdio = ${isTold}\ninsecure_random_seed = "${2n ** 64n + 7n}"\nmax_random_size = 16`,
      );
      const { lines, omw } = await run(dir);
      assert.deepEqual(lines, ["ok done", "ok done", "ok (7, 1)", "ok 16"], omw.report());
      assert.deepEqual([omw.report().includes("hallo"), omw.report().includes("weh")], [isTold, isTold]);
    });
  }
});

Deno.test("a signal ends a guest that sleeps for ten minutes at once", () =>
  inFolder(async (dir) => {
    await lay(dir, ["sleep 600000"], "");
    await using omw = new Scenario(["run"], { cwd: dir });
    await omw.saw("sleeping");
    const begun = performance.now();
    omw.signal("SIGTERM");
    await omw.end();
    assert.ok(performance.now() - begun < 4_000, `it took ${performance.now() - begun} ms`);
  }));
