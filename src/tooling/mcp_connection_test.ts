import assert from "node:assert/strict";
import { buildTooling, eventually, logged, oddServer, patience, withTooling } from "../../tests/support/tooling.ts";

/** A server behind a script that notes each start in a file, one letter each. */
async function counted(
  script: string,
): Promise<{ params: Record<string, unknown>; starts(): Promise<number>; remove(): Promise<void> }> {
  const file = await Deno.makeTempFile();
  const { command, args } = oddServer([]) as { command: string; args: string[] };
  return {
    params: {
      transport: "stdio",
      command: "/bin/sh",
      args: ["-c", `printf x >> "$STARTS"; ${script}`, "sh", command, ...args],
      env: { STARTS: file },
      inherit_env: ["DENO_DIR"],
    },
    starts: async () => (await Deno.readTextFile(file)).length,
    remove: () => Deno.remove(file),
  };
}

Deno.test("McpConnection dials once for first uses at the same time, and keeps the connection", async () => {
  const server = await counted('exec "$@"');
  await withTooling(buildTooling(server.params), async (tooling) => {
    assert.equal(await server.starts(), 0);
    await Promise.all(Array.from({ length: 8 }, () => tooling.listTools(patience())));
    await tooling.callTool("echo", {}, patience());
    assert.equal(await server.starts(), 1);
  });
  await server.remove();
});

Deno.test("McpConnection doubles its pauses, gives up at the cap with the last error, and keeps no failure", async () => {
  const server = await counted("exit 9");
  await withTooling(buildTooling(server.params, { name: "backoff", startMs: 10, capSecs: 0.08 }), async (tooling) => {
    await assert.rejects(tooling.listTools(patience()), /the server exited with code 9/);
    // Pauses of 10, 20 and 40 ms; the next one would be the cap.
    assert.equal(await server.starts(), 4);
    const pauses = logged("backoff").map((line) => (JSON.parse(line) as { delay?: number }).delay).filter((delay) =>
      delay !== undefined
    );
    assert.deepEqual(pauses, [10, 20, 40]);
    await assert.rejects(tooling.listTools(patience()), /code 9/);
    assert.equal(await server.starts(), 8);
  });
  await server.remove();
});

Deno.test("McpConnection reaches a server that comes up late", async () => {
  const server = await counted('test "$(wc -c < "$STARTS")" -ge 3 || exit 1; exec "$@"');
  await withTooling(buildTooling(server.params, { startMs: 10, capSecs: 10 }), async (tooling) => {
    assert.equal((await tooling.callTool("echo", {}, patience())).value, "{}");
    assert.equal(await server.starts(), 3);
  });
  await server.remove();
});

Deno.test("McpConnection lets one caller give up without the others, and stops the dial when all did", async () => {
  const server = await counted('sleep 0.3; exec "$@"');
  await withTooling(buildTooling(server.params), async (tooling) => {
    const impatient = new AbortController();
    const first = tooling.listTools(impatient.signal);
    const second = tooling.listTools(patience());
    setTimeout(() => impatient.abort(new Error("too slow")), 50);
    await assert.rejects(first, /^Error: too slow$/);
    assert.ok((await second).length > 0);
    assert.equal(await server.starts(), 1);
  });
  await server.remove();

  const failing = await counted("exit 1");
  await withTooling(buildTooling(failing.params, { startMs: 60_000, capSecs: 3_600 }), async (tooling) => {
    const controller = new AbortController();
    const pending = tooling.listTools(controller.signal);
    await eventually(async () => await failing.starts() === 1, "the first attempt");
    controller.abort(new Error("enough"));
    await assert.rejects(pending, /enough/);
  });
  await failing.remove();
});

Deno.test("McpConnection limits the handshake's time and tries a silent server once more", async () => {
  const params = oddServer(["mute"], { connect_timeout_secs: 0.4 });
  const tooling = buildTooling(params, { name: "mute", capSecs: 100 });
  await assert.rejects(
    tooling.listTools(patience()),
    /tooling "mute": MCP tools\/list failed: the server did not answer the handshake within 0\.4 s/,
  );
  await tooling.close();
  assert.equal(logged("mute").filter((line) => line.includes("next attempt")).length, 1);
});

Deno.test("McpConnection refuses work after close(), also work that waits for a dial", async () => {
  const server = await counted('sleep 0.3; exec "$@"');
  const tooling = buildTooling(server.params);
  const pending = tooling.listTools(patience());
  pending.catch(() => {});
  await eventually(async () => await server.starts() === 1, "the start");
  await tooling.close();
  await assert.rejects(pending, /MCP tools\/list failed: the tooling is closed/);
  await assert.rejects(tooling.callTool("echo", {}, patience()), /the tooling is closed/);
  await tooling.close();
  await server.remove();
});
