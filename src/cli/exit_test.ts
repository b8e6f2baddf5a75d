import { deepStrictEqual, strictEqual } from "node:assert/strict";

Deno.test("exit() awaits what beforeExit() was given, and the first exit code stays", async () => {
  const script = `
    import { beforeExit, exit } from ${JSON.stringify(import.meta.resolve("./exit.ts"))};
    beforeExit(async () => { await new Promise((done) => setTimeout(done, 20)); await Deno.stdout.write(new TextEncoder().encode("last")); });
    beforeExit(() => Promise.reject(new Error("no matter")));
    exit(3);
    exit(4);
  `;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args: ["eval", script] }).output();
  deepStrictEqual([code, new TextDecoder().decode(stdout)], [3, "last"]);
  strictEqual(new TextDecoder().decode(stderr), "");
});
