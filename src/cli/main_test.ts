import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../tests/support/folder.ts";
import { omw, startOmw } from "../../tests/support/omw.ts";
import { VERSION } from "../protocol/version.ts";

/** A config with one js agent and no back ends. */
function config(brain = "brain.js", more = ""): string {
  return `[[agents]]\nname = "a"\nruntime = "js"\nscript = "${brain}"\n[runtime.js]\nkind = "js"\n${more}`;
}

async function inProject(brain: string, body: (folder: string) => Promise<void>, toml = config()): Promise<void> {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "omw.toml"), toml);
    await Deno.writeTextFile(join(folder, "brain.js"), brain);
    await body(folder);
  });
}

function logLines(stderr: string): Record<string, unknown>[] {
  return stderr.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}

/** The lines of standard error that are no log lines. */
function plainLines(stderr: string): string[] {
  return stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
}

Deno.test("omw --version and --help exit with 0 on standard output; a mistake with 2 on standard error", async () => {
  deepStrictEqual(await omw(["--version"]), { code: 0, stdout: `${VERSION}\n`, stderr: "" });
  const help = await omw(["--help"]);
  strictEqual(help.code, 0);
  match(help.stdout, /^Usage: omw/);
  const mistake = await omw(["rnu"]);
  deepStrictEqual([mistake.code, mistake.stdout], [2, ""]);
  match(mistake.stderr, /^omw: unknown command 'rnu' \(Did you mean run\?\).*\n$/);
});

Deno.test("omw run runs the config of the working folder, logs to standard error only, and exits with 0", async () => {
  await inProject(`omw.host.log("info", "hello {there}"); "bye"`, async (folder) => {
    const { code, stdout, stderr } = await omw(["run"], { cwd: folder });
    deepStrictEqual([code, stdout], [0, ""], stderr);
    deepStrictEqual(plainLines(stderr), []);
    const lines = logLines(stderr);
    deepStrictEqual([lines[0]?.message, lines[0]?.target], ["omw starting", "omw::cli"]);
    const loaded = lines.find(({ message }) => message === "configuration loaded");
    deepStrictEqual([loaded?.path, loaded?.agents, loaded?.runtime, loaded?.providers], [join(folder, "omw.toml"), 1, 1, 0]);
    const said = lines.find(({ message }) => message === "hello {there}");
    strictEqual(said?.agent, "a");
    const exited = lines.find(({ message }) => message === "agent exited");
    deepStrictEqual([exited?.agent, exited?.result], ["a", "bye"]);
  });
});

Deno.test("omw run ends with 1 and one plain line, causes joined, when something is wrong; a stack trace only with --verbose", async () => {
  await inProject("", async (folder) => {
    const { code, stdout, stderr } = await omw(["run", "--config", "missing.toml"], { cwd: folder });
    deepStrictEqual([code, stdout], [1, ""]);
    strictEqual(plainLines(stderr).length, 1);
    match(stderr, /^omw: .*missing\.toml/m);
    strictEqual(logLines(stderr).at(-1)?.message, "omw terminated with an error");
    const people = await omw(["run", "--config", "missing.toml", "--log-format", "tty"], { cwd: folder });
    strictEqual(people.stderr.split("\n").filter((line) => line.includes("missing.toml")).length, 1);
    doesNotMatch(people.stderr, /\n\s+at /);
    const verbose = await omw(["run", "--config", "missing.toml", "--verbose"], { cwd: folder });
    match(verbose.stderr, /^omw: .*missing\.toml/m);
    match(verbose.stderr, /\n\s+at /);
  });
});

Deno.test("main() ends with 1 and one plain line on what nobody caught", async () => {
  await inProject("omw.host.recv()", async (folder) => {
    const faults = [
      `Promise.reject(new Error("boom", { cause: "why" }))`,
      `setTimeout(() => { throw new Error("boom", { cause: "why" }); })`,
    ];
    for (const fault of faults) {
      const script = `import { main } from ${
        JSON.stringify(import.meta.resolve("./main.ts"))
      }; setTimeout(() => { ${fault} }, 1); main(["run"]);`;
      const settings = new URL("../../deno.json", import.meta.url).pathname;
      const command = new Deno.Command(Deno.execPath(), { args: ["eval", "--config", settings, script], cwd: folder });
      const { code, stderr } = await command.output();
      deepStrictEqual([code, plainLines(new TextDecoder().decode(stderr))], [1, ["omw: boom: why"]], fault);
    }
  });
});

Deno.test("omw run names the agent and the script of a brain that fails", async () => {
  await inProject(`\nnull.x`, async (folder) => {
    const { code, stderr } = await omw(["run"], { cwd: folder });
    strictEqual(code, 1);
    const [line = "", ...more] = plainLines(stderr);
    deepStrictEqual(more, []);
    match(line, /^omw: 1 agent run failed: a: .*TypeError.*brain\.js:2/);
  });
});

Deno.test("omw run and loop end cleanly with 0 on SIGTERM, SIGINT and SIGHUP", async () => {
  await inProject(`omw.host.log("info", "waiting"); omw.host.recv()`, async (folder) => {
    for (const [command, signal] of [["run", "SIGTERM"], ["run", "SIGINT"], ["loop", "SIGHUP"]] as const) {
      await using running = startOmw([command], { cwd: folder });
      await running.seen(/"message":"waiting"/);
      running.kill(signal);
      const { code, stderr } = await running.end();
      strictEqual(code, 0, `${command} ${signal}: ${stderr}`);
      match(stderr, /"message":"shutdown signal received"/);
    }
  });
});

Deno.test("omw run does not mind that nobody reads its standard error", async () => {
  await inProject(
    `for (let n = 0; n < 5000; n++) omw.host.log("info", "x".repeat(100)); omw.host.memorySet("k", "v")`,
    async (folder) => {
      await using running = startOmw(["run"], { cwd: folder });
      await running.closeStderr();
      strictEqual((await running.end()).code, 0);
    },
  );
});

Deno.test("omw schema, check and permissions do not mind that nobody reads their standard output", async () => {
  await inProject(`1`, async (folder) => {
    for (const command of ["schema", "check", "permissions", "--help"]) {
      await using running = startOmw([command], { cwd: folder });
      await running.closeStdout();
      const { code, stderr } = await running.end();
      deepStrictEqual([code, stderr], [0, ""], command);
    }
  });
});

Deno.test("omw check says what is in order, or each fault on a line, and runs nothing", async () => {
  await inProject(`throw new Error("it was run")`, async (folder) => {
    const sound = await omw(["check"], { cwd: folder });
    deepStrictEqual([sound.code, sound.stderr], [0, ""]);
    match(sound.stdout, /omw\.toml is in order: 1 agent, 0 providers, 0 tooling\n$/);
  });
  const faulty = config("brain.js", `[providers.p]\nkind = "openia"\n[tooling.t]\nkind = "mcp"\n`);
  await inProject(`let let = 1`, async (folder) => {
    const { code, stdout, stderr } = await omw(["check"], { cwd: folder });
    deepStrictEqual([code, stdout], [1, ""]);
    const lines = plainLines(stderr);
    strictEqual(lines.length, 3, stderr);
    for (const line of lines) match(line, /^omw: /);
    match(stderr, /openia.*openai/);
    match(stderr, /tooling\.t.*transport/);
    match(stderr, /brain\.js/);
  }, faulty);
});

Deno.test("omw permissions prints the flags that a config needs, and they are enough to run it", async () => {
  const toml = config("brain.js", `[providers.p]\nkind = "openai"\nbase_url = "http://127.0.0.1:9/v1"\napi_key = "hush"\n`);
  await inProject(`try { omw.provider.get("p").chat("m", [], []) } catch (error) { error.message }`, async (folder) => {
    const { code, stdout, stderr } = await omw(["permissions"], { cwd: folder });
    deepStrictEqual([code, stderr], [0, ""]);
    const flags = stdout.trimEnd().split("\n");
    const kinds = flags.map((flag) => flag.split("=")[0]).sort();
    deepStrictEqual(kinds, ["env", "ffi", "net", "read", "run"].map((kind) => `--allow-${kind}`));
    match(stdout, /^--allow-net=127\.0\.0\.1:9$/m);
    match(stdout, /^--allow-read=[^\n]*brain\.js/m);
    const program = new URL("../../main.ts", import.meta.url).pathname;
    const run = new Deno.Command(Deno.execPath(), { args: ["run", "--no-prompt", ...flags, program, "run"], cwd: folder });
    const ended = await run.output();
    const log = new TextDecoder().decode(ended.stderr);
    strictEqual(ended.code, 0, log);
    match(log, /"message":"agent exited".*(?:refused|connect)/i);
    doesNotMatch(log, /NotCapable|--allow-|hush/);
  }, toml);
});

Deno.test("omw permissions lets components have their cache", async () => {
  const toml = `[[agents]]\nname = "a"\nruntime = "w"\nscript = "brain.wasm"\n[runtime.w]\nkind = "wasm"\n`;
  await inProject("", async (folder) => {
    const { stdout } = await omw(["permissions"], { cwd: folder, env: { XDG_CACHE_HOME: "/var/cache/x" } });
    match(stdout, /^--allow-write=\/var\/cache\/x\/omw$/m);
    ok(stdout.includes(join(folder, "brain.wasm")));
  }, toml);
});

Deno.test("omw warns of unknown keys by name and goes on", async () => {
  await inProject(`1`, async (folder) => {
    const { code, stderr } = await omw(["run"], { cwd: folder });
    strictEqual(code, 0, stderr);
    const warning = logLines(stderr).find(({ level }) => level === "WARN");
    match(String(warning?.warning), /tunable.*tunables/);
  }, config("brain.js", "[tunable]\ninbox_bound = 3\n"));
});
