import { match, ok, strictEqual } from "node:assert/strict";
import { type ChildRun, ComponentChild } from "../../tests/support/component_child.ts";
import { bundledRhai } from "./bundled_rhai.ts";

async function run(options: ChildRun) {
  await using child = new ComponentChild();
  return await child.run(await bundledRhai(), options);
}

Deno.test("the interpreter is read once", async () => {
  strictEqual(await bundledRhai(), await bundledRhai());
});

for (
  const [what, script] of Object.entries({
    strings: `let s = "x"; loop { s += s; }`,
    arrays: `let s = "x"; s.pad(100000, 'y'); let a = []; loop { a.push(s + a.len()); }`,
    maps: `let s = "x"; s.pad(100000, 'y'); let m = #{}; loop { m[m.len().to_string()] = s + m.len(); }`,
  })
) {
  Deno.test(`a script whose ${what} outgrow the memory ends with an error that says so, where it stood`, async () => {
    match((await run({ script })).err!, /^Too much memory: the script's values take more than 256 MiB \(line 1, position \d+\)$/);
  });
}

Deno.test("a script that computes for ever without calling the host is stopped", async () => {
  const { err } = await run({ script: "let n = 0;\nloop { }" });
  match(err!, /^Too many operations: more than \d+ without a call of the host \(line 2, position \d+\)$/);
});

Deno.test("filling an array costs each value the same", async () => {
  await using child = new ComponentChild();
  const fill = async (count: number) => {
    const script = `let a = []; for i in 0..${count} { a.push(i); } a.len()`;
    const begun = performance.now();
    strictEqual((await child.run(await bundledRhai(), { script })).v, `${count}`);
    return performance.now() - begun;
  };
  await fill(1000);
  // Were each push to count all that is there, as rhai's own limits on sizes make it, this would be 5,000,000,000 steps.
  ok(await fill(100_000) < 5000);
});

Deno.test("one allocation that cannot be is an error of the run, and its text reaches the log", async () => {
  const { err, calls } = await run({ script: `let s = "x"; s.pad(4000000, 'y'); s.replace("y", s); 1` });
  match(err!, /^component trapped: .*/);
  match(String(calls.at(-1)?.message), /^rhai interpreter: panicked at .*(?:out of memory|capacity overflow)/s);
});

Deno.test("timestamp() measures time on the host's clock, and sleep sleeps in the host", async () => {
  const slept: unknown[] = [];
  const { v } = await run({
    script:
      "let t = timestamp(); sleep(0.25); sleep(2); sleep(-1); [t.elapsed >= 0.0, timestamp() >= t, (timestamp() - t) < 60.0]",
    answer: (ask) => {
      slept.push(ask.ms);
      return null;
    },
  });
  strictEqual(v, "[true, true, true]");
  strictEqual(slept.join(), "250,2000");
});

Deno.test("print and debug write log lines", async () => {
  const { calls } = await run({ script: `print("one\\ntwo"); debug("x")` });
  strictEqual(
    calls.map(({ op, level, message }) => `${op} ${level} ${message}`).join("|"),
    'log info one\ntwo|log debug "x" (line 1, position 20)',
  );
});

Deno.test("params that nest too deep are refused, not a crash", async () => {
  const script = `let m = #{}; for i in 0..200 { m = #{ m: m }; } omw::tooling::get("t").call_tool("x", m)`;
  match((await run({ script, toolings: { t: "mcp" } })).err!, /the value nests deeper than 128 levels/);
});
