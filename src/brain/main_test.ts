import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { MAX_FRAME_BYTES } from "../protocol/frames.ts";
import { BrainChild } from "../../tests/support/brain_child.ts";

Deno.test("a brain process ends with 0 at the end of its stdin, idle or in a call", async () => {
  for (const source of [undefined, "omw.host.recv()", "Promise.reject(new Error('nobody')); omw.host.recv()"]) {
    await using child = await BrainChild.start();
    if (source !== undefined) {
      await child.run(source);
      await child.expect({ t: "want" });
    }
    deepStrictEqual(await child.end(), { code: 0, stderr: "" });
  }
});

Deno.test("a brain process ends with 1 and a line on stderr when the host makes no sense", async () => {
  for (const source of [undefined, "try { omw.host.recv() } catch {}"]) {
    await using child = await BrainChild.start();
    if (source !== undefined) {
      await child.run(source);
      await child.expect({ t: "want" });
    }
    await child.line("not JSON");
    const { code, stderr } = await child.end();
    strictEqual(code, 1);
    match(stderr, /^brain process: .*JSON.*\n$/);
  }
});

Deno.test("a warm process runs again, in a fresh world, with the script and memory of the new run", async () => {
  await using child = await BrainChild.start();
  const source =
    `const before = typeof left; globalThis.left = 1; Object.prototype.polluted = 1; [before, {}.polluted, omw.host.memoryGet("k")]`;
  for (const [r, k] of [[1, "a"], [2, "b"]] as const) {
    await child.run(`if ({}.polluted) throw "polluted"; ` + source, { r }, { k });
    const [done] = await child.rest();
    strictEqual(done!.v, `["undefined",1,"${k}"]`);
    strictEqual(Number.isSafeInteger(done!.mem) && done!.mem as number > 0, true);
  }
});

Deno.test("pieces of a script are joined, and a check compiles without running", async () => {
  await using child = await BrainChild.start();
  await child.send({ t: "part", r: 1, k: "script", d: "omw.host.whoa" });
  await child.run(`mi()`);
  strictEqual((await child.rest()).at(-1)!.v, "alice");
  await child.run(`omw.host.log("info", "ran")`, { r: 2, op: "check" });
  deepStrictEqual((await child.rest()).map((frame) => [frame.t, frame.err]), [["done", undefined]]);
});

Deno.test("a terminal message above the frame's bound is an error that names its size", async () => {
  await using child = await BrainChild.start();
  const value = await child.evaluate(`"x".repeat(${MAX_FRAME_BYTES})`);
  match(value!, /^!the terminal message can't be sent: it takes \d+ bytes, more than the 16777216 /);
});

Deno.test("an endless error text is cut", async () => {
  await using child = await BrainChild.start();
  const value = await child.evaluate(`throw new Error("y".repeat(1e6))`);
  match(value!, /^!Error: y+ … \(1000\d+ units in all\)$/);
  strictEqual(value!.length < 70_000, true);
});

Deno.test("the process holds no permission: what it could ask of the system is denied", async () => {
  // The same lock-down in a process that was given everything, as a compiled program is.
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `
      import { lockDown } from ${JSON.stringify(new URL("./lockdown.ts", import.meta.url).href)};
      const { readTextFileSync, env, Command } = Deno;
      lockDown();
      const tries = [() => readTextFileSync("/proc/self/environ"), () => env.get("HOME"), () => new Command("true").outputSync()];
      for (const attempt of tries) { try { attempt(); console.log("read") } catch (e) { console.log(e.name) } }
      console.log(typeof Deno, typeof process, typeof fetch, typeof Worker, typeof setTimeout);
    `,
    ],
    stdin: "null",
  }).output();
  strictEqual(
    new TextDecoder().decode(stdout),
    "NotCapable\nNotCapable\nNotCapable\nundefined undefined undefined undefined undefined\n",
  );
  strictEqual(code, 0, new TextDecoder().decode(stderr));
});
