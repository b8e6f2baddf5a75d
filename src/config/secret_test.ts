import { deepStrictEqual, doesNotMatch, match, ok, strictEqual, throws } from "node:assert/strict";
import { inspect } from "node:util";
import type { MemoryLock } from "./libc.ts";
import { Secret, SecretKeeper } from "./secret.ts";

const URL_OF_MODULE = new URL("./secret.ts", import.meta.url).href;
const URL_OF_STRINGS = new URL("./secret_string.ts", import.meta.url).href;

/** A machine whose limit is reached. */
function refusingLock(): MemoryLock {
  return {
    pageSize: 4096,
    lock: () => {
      throw new Error("the limit is reached (errno 12)");
    },
    unlock: () => {},
  };
}

Deno.test("Secret prints as <redacted> wherever it is printed", () => {
  const secret = new Secret({ bytes: new TextEncoder().encode("sk-1234"), release: () => {} });
  for (
    const printed of [
      String(secret),
      `${secret}`,
      "" + secret,
      JSON.stringify({ secret }),
      Deno.inspect({ secret }, { depth: 9, showHidden: true }),
      inspect({ secret }, { depth: 9, showHidden: true }),
      inspect(secret),
    ]
  ) {
    match(printed, /<redacted>/);
    doesNotMatch(printed, /1234|115, 107/);
  }
  deepStrictEqual(Object.keys(secret), []);
  strictEqual(secret.reveal(), "sk-1234");
});

Deno.test("Secret.dispose() wipes the bytes; the secret cannot be revealed any more", () => {
  const bytes = new TextEncoder().encode("sk-1234");
  let released = 0;
  const release = () => {
    released++;
    bytes.fill(0);
  };
  const secret = new Secret({ bytes, release });
  secret.dispose();
  secret.dispose();
  strictEqual(released, 1);
  deepStrictEqual([...bytes], [0, 0, 0, 0, 0, 0, 0]);
  throws(() => secret.reveal(), TypeError);
});

Deno.test("SecretKeeper refuses a secret that cannot be locked and says what to do, without the secret", () => {
  throws(() => new SecretKeeper(refusingLock).keep("sk-1234"), (error: Error) => {
    strictEqual(error.name, "ConfigError");
    match(error.message, /^mlock failed for secret \(check RLIMIT_MEMLOCK\): the limit is reached \(errno 12\); /);
    match(error.message, /allow_unlocked_secrets/);
    doesNotMatch(error.message, /sk-1234/);
    ok(error.cause instanceof Error);
    return true;
  });
});

Deno.test("SecretKeeper goes on unlocked when the policy allows it, with one warning", () => {
  const warnings: string[] = [];
  const keeper = new SecretKeeper(refusingLock);
  keeper.setPolicy({ allowUnlocked: true, warn: (message) => warnings.push(message) });
  strictEqual(keeper.keep("one").reveal(), "one");
  strictEqual(keeper.keep("two").reveal(), "two");
  deepStrictEqual(warnings, ["mlock failed for secret, continuing unlocked: the limit is reached (errno 12)"]);
});

Deno.test("SecretKeeper needs no lock for an empty secret", () => {
  const keeper = new SecretKeeper(() => {
    throw new Error("not to be called");
  });
  const secret = keeper.keep("");
  strictEqual(secret.isEmpty, true);
  strictEqual(secret.reveal(), "");
});

Deno.test("SecretKeeper keeps any text exactly", () => {
  const keeper = new SecretKeeper(() => ({ pageSize: 4096, lock: () => {}, unlock: () => {} }));
  for (const text of ["ключ", "\u{feff}bom", "a\u0000b", "line\r\nline", "x".repeat(100_000)]) {
    strictEqual(keeper.keep(text).reveal(), text);
  }
});

/** Runs `program` in a fresh Deno under `wrapper`, with the secret module as `module`. */
async function runDeno(program: string, flags: string[], wrapper: string[] = []): Promise<{ code: number; text: string }> {
  const source = `const { secretKeeper } = await import(${JSON.stringify(URL_OF_MODULE)});
    const locked = () => {
      // Another program reads it: without all permissions, and FFI is given back, Deno does not open files in /proc.
      const { stdout } = new Deno.Command("grep", { args: ["VmLck", "/proc/" + Deno.pid + "/status"] }).outputSync();
      return Number(/([0-9]+)/.exec(new TextDecoder().decode(stdout))[1]);
    };
    ${program}`;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, source);
    const [command = "", ...args] = [
      ...wrapper,
      Deno.execPath(),
      "run",
      "--no-prompt",
      "--no-check",
      `--config=${config}`,
      ...flags,
      file,
    ];
    const output = await new Deno.Command(command, { args, stdin: "null", env: { NO_COLOR: "1" } }).output();
    return { code: output.code, text: new TextDecoder().decode(output.stdout) + new TextDecoder().decode(output.stderr) };
  } finally {
    await Deno.remove(file);
  }
}

const onLinux = Deno.build.os === "linux";

Deno.test({
  name: "a real secret grows the process's locked memory, and its release shrinks it",
  ignore: !onLinux,
  async fn() {
    const { text } = await runDeno(
      `const before = locked();
       const a = secretKeeper.keep("one"), b = secretKeeper.keep("two");
       const between = locked();
       a.dispose();
       const half = locked();
       b.dispose();
       console.log(JSON.stringify({ before, grown: between > before, held: half === between, after: locked() === before,
         ffi: Deno.permissions.querySync({ name: "ffi" }).state, again: secretKeeper.keep("three").reveal(), grownAgain: locked() > before }));`,
      ["--allow-all"],
    );
    match(text, /"grown":true,"held":true,"after":true,"ffi":"(?:denied|prompt)","again":"three","grownAgain":true/);
  },
});

Deno.test({
  name: "a real secret is locked with the FFI permission and nothing else",
  ignore: !onLinux,
  async fn() {
    const { code, text } = await runDeno(`console.log(secretKeeper.keep("sk-1234").reveal());`, [
      "--allow-ffi",
      "--allow-env",
      "--allow-read",
    ]);
    strictEqual(text, "sk-1234\n");
    strictEqual(code, 0);
  },
});

Deno.test({
  name: "a secret without the FFI permission is refused",
  ignore: !onLinux,
  async fn() {
    const { code, text } = await runDeno(`secretKeeper.keep("sk-1234");`, ["--allow-env", "--allow-read"]);
    strictEqual(code, 1);
    match(text, /mlock failed for secret \(check RLIMIT_MEMLOCK\): the C library cannot be opened: Requires ffi access/);
    doesNotMatch(text.replaceAll(`keep("sk-1234")`, ""), /sk-1234/);
  },
});

/** `setpriv` takes away the right of root to lock without limit; `prlimit` takes away the limit. */
const WITHOUT_MEMLOCK = [
  "setpriv",
  "--bounding-set=-ipc_lock",
  "--inh-caps=-ipc_lock",
  "--",
  "sh",
  "-c",
  'ulimit -l 0; exec "$@"',
  "sh",
];

async function canDropMemlock(): Promise<boolean> {
  try {
    const [command = "", ...args] = [...WITHOUT_MEMLOCK, "true"];
    return (await new Deno.Command(command, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "under a memlock limit of 0 a real secret is refused, or kept unlocked where that is allowed",
  ignore: !onLinux || !(await canDropMemlock()),
  async fn() {
    const refused = await runDeno(`secretKeeper.keep("sk-1234");`, ["--allow-all"], WITHOUT_MEMLOCK);
    strictEqual(refused.code, 1);
    match(refused.text, /mlock failed for secret \(check RLIMIT_MEMLOCK\): .* \(errno (?:1|12)\)/);
    const allowed = await runDeno(
      `secretKeeper.setPolicy({ allowUnlocked: true, warn: (message) => console.log("warned: " + message) });
       console.log(secretKeeper.keep("sk-1234").reveal(), locked());`,
      ["--allow-all"],
      WITHOUT_MEMLOCK,
    );
    match(allowed.text, /^warned: mlock failed for secret, continuing unlocked: .*\nsk-1234 0\n$/);
  },
});

Deno.test("secretString() reports a refused lock as an issue of its path", async () => {
  const program = `const { secretString } = await import(${JSON.stringify(URL_OF_STRINGS)});
    const { parseParams } = await import(${JSON.stringify(new URL("./params.ts", import.meta.url).href)});
    const { z } = await import("zod");
    parseParams(z.object({ api_key: secretString() }), { api_key: "sk-1234" }, "providers.a", () => {});`;
  const { text } = await runDeno(program, ["--allow-env", "--allow-read"]);
  match(text, /ConfigError: providers\.a\.api_key: mlock failed for secret/);
});
