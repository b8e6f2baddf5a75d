import assert from "node:assert/strict";
import { allGone } from "../../tests/support/process_tree.ts";
import { defaultTunables } from "../config/mod.ts";
import type { Broker, BrokerReply } from "../host/broker.ts";
import { Agent, LocalBus, TraceHub } from "../host/mod.ts";
import { VERSION } from "../protocol/mod.ts";
import { BrainProcess } from "./brain_process.ts";
import { BrainRun, type RunEnd } from "./brain_run.ts";
import type { Program } from "./program.ts";
import { spawnBrain } from "./spawn_brain.ts";

const program: Program = { ref: { kind: "js", filename: "a.js" }, script: "", checks: false };
const READY = `{"t":"ready","v":"${VERSION}"}`;
const UUID = "00000000-0000-4000-8000-000000000001";

function agent(): Agent {
  return new Agent("a", {
    providers: new Map(),
    toolings: new Map(),
    bus: new LocalBus(),
    trace: new TraceHub(),
    tunables: defaultTunables(),
  }, []);
}

/** A run in a process that is this shell script, which starts after the `ready` frame. */
async function runOf(script: string, on: Agent = agent()): Promise<{ end: RunEnd; process: BrainProcess; agent: Agent }> {
  const process = new BrainProcess(spawnBrain(64, {
    command: "/bin/sh",
    args: ["-c", `echo '${READY}'; ${script}`],
    env: { PATH: "/usr/bin:/bin" },
  }));
  await process.ready;
  const run = new BrainRun(process, on, program, { op: "run", number: 1 });
  const end = await run.ended;
  process.kill();
  await process.gone;
  return { end, process, agent: on };
}

/** What reads the start frame first, so that what follows belongs to the run. */
const STARTED = `while read -r line; do case $line in *'"t":"start"'*) break ;; esac; done; `;

const garbage: Record<string, string> = {
  "bytes that are no JSON": `echo 'hello world'`,
  "an empty line": `echo ''`,
  "JSON that is no frame": `echo '[1,2,3]'`,
  "null": `echo 'null'`,
  "a frame of an unknown type": `echo '{"t":"boom","r":1}'`,
  "a frame type from a prototype": `echo '{"t":"__proto__","r":1}'`,
  "a call that does not exist": `echo '{"t":"do","r":1,"op":"rm_rf"}'`,
  "a call named as a prototype's member": `echo '{"t":"do","r":1,"op":"constructor"}'`,
  "a call without its arguments": `echo '{"t":"do","r":1,"op":"send_agent"}'`,
  "an argument of a wrong type": `echo '{"t":"do","r":1,"op":"send_agent","agent":5,"payload":"x"}'`,
  "a handle that is no UUID": `echo '{"t":"do","r":1,"op":"wait_for","u":"me","ms":5}'`,
  "a handle used twice": `for i in 1 2; do echo '{"t":"do","r":1,"op":"wait_for","u":"${UUID}","ms":60000}'; done`,
  "a negative time": `echo '{"t":"do","r":1,"op":"wait_for","u":"${UUID}","ms":-5}'`,
  "an ack of an event that was not sent": `echo '{"t":"ack","r":1,"n":7}'`,
  "a lifecycle event that was not sent": `echo '{"t":"do","r":1,"op":"abort_taken","u":"${UUID}"}'`,
  "a memory that bursts": `v=$(head -c 8000000 /dev/zero | tr '\\0' x); for i in 1 2 3 4 5 6 7 8 9 10; do ` +
    `printf '{"t":"do","r":1,"op":"memory_set","key":"%s","value":"%s"}\\n' $i $v; done`,
  "a line without an end": `head -c 17000000 /dev/zero | tr '\\0' x`,
  "endless zeros": `cat /dev/zero`,
  "too many calls at once": `for i in 1 2 3 4 5 6 7 8; do echo '{"t":"ask","r":1,"i":'$i',"op":"sleep_for","ms":60000}'; done`,
};

for (const [what, script] of Object.entries(garbage)) {
  Deno.test(`BrainProcess: a child that writes ${what} ends its own run, and is gone`, async () => {
    const { end, process } = await runOf(`${STARTED}${script}; exec sleep 600`);
    assert.equal(end.kind, "lost");
    assert.match(end.kind === "lost" ? end.error : "", /^the brain process broke the protocol: ./);
    assert.equal(process.usable, false);
    await allGone([process.pid]);
  });
}

Deno.test("BrainProcess ignores frames of other runs, and frames after the run's end", async () => {
  const frames = [
    `{"t":"ack","r":9,"n":3}`,
    `{"t":"do","r":0,"op":"memory_set","key":"k","value":"wrong"}`,
    `{"t":"do","r":1,"op":"memory_set","key":"k","value":"right"}`,
    `{"t":"done","r":1,"v":"bye","mem":1000}`,
    `{"t":"do","r":1,"op":"memory_set","key":"k","value":"late"}`,
  ];
  const { end, agent: on, process } = await runOf(
    `${STARTED}printf '%s\\n' ${frames.map((frame) => `'${frame}'`).join(" ")}; exec sleep 600`,
  );
  assert.deepEqual(end, { kind: "done", message: "bye" });
  assert.equal(on.memory.get("k"), "right");
  assert.equal(process.memory, 1000);
});

Deno.test("BrainProcess applies complete frames of a dying process in order, and drops a partial line", async () => {
  const { end, agent: on } = await runOf(
    `${STARTED}echo '{"t":"do","r":1,"op":"memory_set","key":"a","value":"1"}'; printf '{"t":"do","r":1,"op":"memory_set","key":"b"'; kill -9 $$`,
  );
  assert.match(end.kind === "lost" ? end.error : "", /SIGKILL/);
  assert.equal(on.memory.get("a"), "1");
  assert.equal(on.memory.get("b"), undefined);
});

Deno.test("BrainProcess says why a process ended: its code and its last words", async () => {
  const { end } = await runOf(`${STARTED}echo 'cannot go on' >&2; exit 3`);
  assert.equal(end.kind === "lost" && end.error, "the brain process ended with code 3 before its run was over: cannot go on");
});

Deno.test("BrainProcess drains a standard error of any size", async () => {
  const { end } = await runOf(
    `${STARTED}head -c 1000000 /dev/zero | tr '\\0' e >&2; echo '{"t":"done","r":1,"mem":1}'; exec sleep 600`,
  );
  assert.deepEqual(end, { kind: "done", message: undefined });
});

Deno.test("BrainProcess: a child that never reads is killed with its run; the host waits for nothing", async () => {
  const on = agent();
  const process = new BrainProcess(spawnBrain(64, {
    command: "/bin/sh",
    args: ["-c", `echo '${READY}'; exec sleep 600`],
    env: { PATH: "/usr/bin:/bin" },
  }));
  await process.ready;
  const big: Program = { ...program, script: "x".repeat(8_000_000) };
  const run = new BrainRun(process, on, big, { op: "run", number: 1 });
  for (let i = 0; i < 5_000; i++) on.inbox.put(UUID, { kind: "message", payload: "x".repeat(1_000) });
  run.abort("shutdown", 50);
  const end = await run.ended;
  assert.equal(end.kind, "lost");
  assert.equal(run.aborted, "shutdown");
  assert.equal(on.inbox.size, 5_000, "nothing was acked, nothing is lost");
  await process.gone;
  await allGone([process.pid]);
});

Deno.test("BrainRun: a call that was answered with bytes blocks the brain no longer", async () => {
  const process = new BrainProcess(spawnBrain(64, {
    command: "/bin/sh",
    args: ["-c", `echo '${READY}'; ${STARTED}echo '{"t":"ask","r":1,"i":1,"op":"wasi","f":"preopens","a":{}}'; exec sleep 600`],
    env: { PATH: "/usr/bin:/bin" },
  }));
  await process.ready;
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<BrokerReply>()];
  const broker = {
    call() {
      asked.resolve();
      return answer.promise;
    },
    close() {},
  } as unknown as Broker;
  const run = new BrainRun(process, agent(), { ...program, broker: () => broker }, { op: "run", number: 1 });
  await asked.promise;
  assert.equal(run.blockedIn, "wasi");
  answer.resolve({ reply: { v: [] }, block: new Uint8Array(3) });
  await answer.promise;
  assert.equal(run.blockedIn, undefined);
  run.kill("the test is over");
  await process.gone;
});

Deno.test("BrainProcess refuses a program of another version: it was replaced on disk", async () => {
  const process = new BrainProcess(spawnBrain(64, {
    command: "/bin/sh",
    args: ["-c", `echo '{"t":"ready","v":"9.9.9"}'; exec sleep 600`],
    env: { PATH: "/bin" },
  }));
  await assert.rejects(process.ready, /it is omw 9\.9\.9, this is .*restart omw/);
  await process.gone;
});

Deno.test("BrainRun: an event that is not urgent comes by itself, and in its place when another one follows", async () => {
  const receive = "const { kind } = omw.host.recv(); kinds.push(kind)";
  const script = `const kinds = []; for (let i = 0; i < 3; i++) { ${receive}; } kinds.join()`;
  const [process, on] = [new BrainProcess(spawnBrain(128)), agent()];
  const run = new BrainRun(process, on, { ...program, script }, { op: "run", number: 1 });
  const calm = () => on.inbox.put(UUID, { kind: "endpoint-session-end", payload: { session: UUID } }, false);
  calm();
  for (const end = performance.now() + 10_000; on.inbox.size > 0;) {
    assert.ok(performance.now() < end, "it never came");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  calm();
  on.inbox.put(UUID, { kind: "timer" });
  assert.deepEqual(await run.ended, { kind: "done", message: "endpoint-session-end,endpoint-session-end,timer" });
  process.kill();
  await process.gone;
});

const faultyStarts: Record<string, { script: string; error: RegExp }> = {
  "is of another version": { script: `echo '{"t":"ready","v":"9.9.9"}'; exec sleep 600`, error: /it is omw 9\.9\.9, this is/ },
  "answers before it is ready": {
    script: `echo '{"t":"done","r":1,"mem":1}'; exec sleep 600`,
    error: /it sent "done" before "ready"/,
  },
  "ends before it is ready": { script: `echo no room >&2; exit 3`, error: /ended with code 3 before its run was over: no room/ },
};

for (const [what, { script, error }] of Object.entries(faultyStarts)) {
  Deno.test(`BrainRun: a run that a process was given at its start is lost when the process ${what}`, async () => {
    const process = new BrainProcess(
      spawnBrain(64, { command: "/bin/sh", args: ["-c", script], env: { PATH: "/usr/bin:/bin" } }),
    );
    const end = await new BrainRun(process, agent(), program, { op: "run", number: 1 }).ended;
    assert.equal(end.kind, "lost");
    assert.match((end as { error: string }).error, error);
    await process.gone;
  });
}

Deno.test("BrainProcess leaves no grandchild behind", async () => {
  const process = new BrainProcess(spawnBrain(64, {
    command: "/bin/sh",
    args: ["-c", `echo '${READY}'; sleep 600 & echo $! >&2; wait`],
    env: { PATH: "/usr/bin:/bin" },
  }));
  await process.ready;
  process.kill();
  await process.gone;
  await allGone([process.pid]);
});
