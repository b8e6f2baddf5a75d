import { strictEqual } from "node:assert/strict";
import { deadline } from "./deadline.ts";

Deno.test("deadline() calls once after its time", async () => {
  let calls = 0;
  await new Promise<void>((resolve) =>
    deadline(1, () => {
      calls++;
      resolve();
    })
  );
  strictEqual(calls, 1);
});

Deno.test("deadline() that is met calls nothing, and keeps no process alive", async () => {
  const program = `import { deadline } from ${JSON.stringify(import.meta.resolve("./deadline.ts"))};
const met = deadline(30_000, () => console.log("late"));
met();
met();`;
  const started = performance.now();
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-config", program] }).output();
  strictEqual(new TextDecoder().decode(stdout), "");
  strictEqual(performance.now() - started < 20_000, true);
});
