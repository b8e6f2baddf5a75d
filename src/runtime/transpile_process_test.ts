import { match, ok, rejects, strictEqual } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { watComponent } from "../../tests/support/wat_component.ts";
import { transpileCommand, transpileInProcess } from "./transpile_process.ts";

const never = new AbortController().signal;
const file = new TextEncoder().encode(watComponent({}));

/** A command that runs a script of the shell in the transpiling process's place. */
function shell(script: string) {
  return { program: "sh", args: ["-c", script, "sh"] };
}

Deno.test("transpileInProcess() answers the transpiler's files, imports and exports", async () => {
  const { head, parts } = await transpileInProcess(file, "wat", never);
  ok(parts.has("c.js") && parts.has("c.core.wasm") && parts.has("interfaces/omw-omw-runtime.d.ts"));
  match(JSON.stringify(head), /"exports":\["runtime","omw:omw\/runtime"\]/);
});

Deno.test("the program itself is the transpiling process when it is compiled", async () => {
  const main = new URL("../../main.ts", import.meta.url).href;
  const args = ["run", "--no-prompt", "--allow-read", "--allow-env", main, "__transpile"];
  const { parts } = await transpileInProcess(file, "wat", never, { program: Deno.execPath(), args });
  ok(parts.has("c.js"));
});

Deno.test("transpileInProcess() leaves the host's environment out", async () => {
  Deno.env.set("OMW_TEST_SECRET", "s3cret");
  const error = transpileInProcess(file, "wat", never, shell("env >&2; exit 3"));
  await rejects(error, (error: Error) => {
    match(error.message, /^the transpiling process ended with exit code 3: .*WAST_STRICT_COMPONENT_INDICES=0/);
    ok(!error.message.includes("s3cret"));
    return true;
  });
  Deno.env.delete("OMW_TEST_SECRET");
});

Deno.test("transpileInProcess() tells how a process died", async () => {
  await rejects(transpileInProcess(file, "wat", never, shell("kill -9 $$")), /ended with signal SIGKILL$/);
  await rejects(transpileInProcess(file, "wat", never, shell("cat >/dev/null; echo '{}'")), SyntaxError);
  await rejects(transpileInProcess(file, "wat", never, { program: "no-such-program", args: [] }), Deno.errors.NotFound);
});

Deno.test("transpileInProcess() takes a process that reads nothing", async () => {
  const large = new Uint8Array(4 * 1024 * 1024);
  await rejects(transpileInProcess(large, "wasm", never, shell("echo no >&2; exit 1")), /exit code 1: no$/);
});

Deno.test("transpileInProcess() kills the process when it is given up", () =>
  inFolder(async (folder) => {
    const controller = new AbortController();
    const wait = transpileInProcess(file, "wat", controller.signal, shell(`echo $$ > ${folder}/pid; exec sleep 100`));
    wait.catch(() => {});
    let pid = "";
    while (pid === "") {
      await new Promise((resolve) => setTimeout(resolve, 10));
      pid = await Deno.readTextFile(`${folder}/pid`).catch(() => "");
    }
    controller.abort(new Error("given up"));
    await rejects(wait, /given up/);
    const { success } = await new Deno.Command("kill", { args: ["-0", pid.trim()], stderr: "null" }).output();
    strictEqual(success, false);
  }));

Deno.test("transpileCommand() asks for no more than loading the transpiler takes", () => {
  const flags = transpileCommand().args.filter((arg) => arg.startsWith("--allow"));
  strictEqual(flags.join(" "), "--allow-read --allow-env");
});
