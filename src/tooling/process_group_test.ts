import assert from "node:assert/strict";
import { allGone, isAlive } from "../../tests/support/process_tree.ts";
import { ProcessGroup } from "./process_group.ts";

async function drain(stream: ReadableStream<Uint8Array>): Promise<string> {
  return await new Response(stream).text();
}

/** A group whose leader runs a shell script; its output so far. */
function shell(script: string): { group: ProcessGroup; output: Promise<string> } {
  const group = new ProcessGroup({ command: "/bin/sh", args: ["-c", script], env: { ONLY: "this" } });
  const output = drain(group.stdout);
  group.drained = Promise.all([output, drain(group.stderr)]);
  return { group, output };
}

Deno.test("ProcessGroup passes input and output, and nothing of the host's environment", async () => {
  const { group, output } = shell('echo "$ONLY$HOME"; exec cat');
  await group.write(new TextEncoder().encode("hello\n"));
  await group.terminate();
  assert.equal(await output, "this\nhello\n");
  assert.equal((await group.status).code, 0);
});

Deno.test("ProcessGroup.terminate() ends what a dead leader left behind, and may be called again", async () => {
  const { group, output } = shell("sleep 600 & echo $!; exit 3");
  assert.equal((await group.status).code, 3);
  await Promise.all([group.terminate(), group.terminate()]);
  const pid = Number(await output);
  assert.ok(pid > 1);
  await allGone([pid]);
  assert.ok(!await isAlive(group.pid));
});

Deno.test("ProcessGroup.write() rejects once the leader is gone", async () => {
  const { group } = shell("exit 0");
  await group.status;
  await assert.rejects(async () => {
    // The first write may still find room in the pipe.
    for (let count = 0; count < 3; count++) await group.write(new Uint8Array(1_024));
  });
  await group.terminate();
});
