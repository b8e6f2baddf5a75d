import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { isAlive } from "../../tests/support/process_tree.ts";
import { getLogger } from "../protocol/log.ts";
import { MAX_MESSAGE_BYTES } from "./mcp_transport.ts";
import { StdioTransport } from "./mcp_stdio.ts";
import { buildTooling, eventually, logged, ODD_SERVER, oddServer, patience, withTooling } from "../../tests/support/tooling.ts";

const serverCommand = `"${Deno.execPath()}" run -A --no-lock --cached-only "${ODD_SERVER}"`;

/** The params of the hand-written server behind a shell script. */
function launcher(script: string): Record<string, unknown> {
  return { transport: "stdio", command: "/bin/sh", args: ["-c", script], inherit_env: ["DENO_DIR"] };
}

Deno.test("StdioTransport skips and logs what is no message on stdout", async () => {
  await withTooling(buildTooling(oddServer(["banner"]), { name: "banner" }), async (tooling) => {
    assert.equal((await tooling.callTool("echo", { a: 1 }, patience())).value, '{"a":1}');
    const lines = logged("banner").filter((line) => line.includes('"stream":"stdout"'));
    assert.equal(lines.length, 3);
    assert.ok(lines[0]?.includes("npm notice"));
  });
});

Deno.test("StdioTransport reads messages with a byte order mark and CRLF, and those that stand before one that is too long", async () => {
  const received: unknown[] = [];
  const ended = Promise.withResolvers<void>();
  const script = String.raw`printf '\357\273\277{"jsonrpc":"2.0","method":"a"}\r\nbanner\r\n{"jsonrpc":"2.0","method":"b"}\n'; ` +
    `head -c ${MAX_MESSAGE_BYTES + 1} /dev/zero; exec sleep 600`;
  const transport = new StdioTransport({
    command: "/bin/sh",
    args: ["-c", script],
    env: { PATH: Deno.env.get("PATH") ?? "" },
    log: getLogger(["omw", "tooling"]).with({ tooling: "crlf" }),
    redact: (text) => text,
  });
  transport.onmessage = (message) => received.push(message);
  transport.onclose = () => ended.resolve();
  await transport.start();
  await ended.promise;
  assert.deepEqual(received, [{ jsonrpc: "2.0", method: "a" }, { jsonrpc: "2.0", method: "b" }]);
  assert.equal(transport.endReason, `the server sent a message of more than ${MAX_MESSAGE_BYTES} bytes`);
  assert.deepEqual(logged("crlf").map((line) => JSON.parse(line).text), ["banner"]);
  await transport.close();
});

Deno.test("StdioTransport drains a stderr of 256 KiB and logs its lines", async () => {
  await withTooling(buildTooling(oddServer(["stderr"]), { name: "chatty" }), async (tooling) => {
    assert.equal((await tooling.callTool("echo", {}, patience())).value, "{}");
    await eventually(() => logged("chatty").filter((line) => line.includes('"stream":"stderr"')).length === 1_024, "all lines");
  });
});

Deno.test("StdioTransport fails pending calls at once when the server dies; the next call starts it again", async () => {
  await withTooling(buildTooling(oddServer([]), { name: "mortal" }), async (tooling) => {
    const before = (await tooling.callTool("pid", {}, patience())).value;
    const hanging = tooling.callTool("hang", {}, patience());
    const [died, hung] = await Promise.allSettled([tooling.callTool("die", {}, patience()), hanging]);
    for (const outcome of [died, hung]) {
      assert.equal(outcome.status, "rejected");
      assert.match(String(outcome.reason), /tooling "mortal": MCP tools\/call failed: the server exited with code 3/);
    }
    assert.notEqual((await tooling.callTool("pid", {}, patience())).value, before);
  });
});

Deno.test("StdioTransport ends the grandchildren of launchers", async (t) => {
  for (const [how, rest] of [["with their pipes", ""], ["without their pipes", " >/dev/null 2>&1 </dev/null"]] as const) {
    await t.step(how, async () => {
      const file = await Deno.makeTempFile();
      const tooling = buildTooling(launcher(`sleep 600${rest} & echo $! > "${file}"; exec ${serverCommand}`));
      await withTooling(tooling, async () => {
        await tooling.callTool("echo", {}, patience());
        assert.ok(await isAlive(Number(await Deno.readTextFile(file))));
      });
      await eventually(async () => !await isAlive(Number(await Deno.readTextFile(file))), "the end of sleep");
      await Deno.remove(file);
    });
  }
});

Deno.test("StdioTransport ends a server that ignores the end of its input and SIGTERM", async () => {
  const file = await Deno.makeTempFile();
  const script = `trap '' TERM; echo $$ > "${file}"; cat > /dev/null; while :; do sleep 1; done`;
  const tooling = buildTooling({ ...launcher(script), connect_timeout_secs: 0.3 }, { capSecs: 0.01 });
  await assert.rejects(tooling.listTools(patience()), /did not answer the handshake within 0\.3 s \(connect_timeout_secs\)/);
  await tooling.close();
  assert.ok(!await isAlive(Number(await Deno.readTextFile(file))));
  await Deno.remove(file);
});

Deno.test("StdioTransport gives a server the base environment, what was inherited and what was given", async () => {
  Deno.env.set("OMW__SECRET", "mine");
  Deno.env.set("NOTIFY_SOCKET", "@socket");
  Deno.env.set("TOOLING_TEST_SEEN", "seen");
  Deno.env.set("TOOLING_TEST_HIDDEN", "hidden");
  try {
    const params = oddServer([], {
      env: { X: "1" },
      inherit_env: ["DENO_DIR", "TOOLING_TEST_SEEN", "TOOLING_TEST_UNSET"],
      cwd: "/",
    });
    await withTooling(buildTooling(params), async (tooling) => {
      const environment = JSON.parse((await tooling.callTool("environment", {}, patience())).value) as Record<string, string>;
      assert.equal(environment["X"], "1");
      assert.equal(environment["PATH"], Deno.env.get("PATH"));
      assert.equal(environment["TOOLING_TEST_SEEN"], "seen");
      for (const name of ["OMW__SECRET", "NOTIFY_SOCKET", "TOOLING_TEST_HIDDEN", "TOOLING_TEST_UNSET"]) {
        assert.ok(!(name in environment), name);
      }
      assert.equal((await tooling.callTool("folder", {}, patience())).value, "/");
    });
  } finally {
    for (const name of ["OMW__SECRET", "NOTIFY_SOCKET", "TOOLING_TEST_SEEN", "TOOLING_TEST_HIDDEN"]) Deno.env.delete(name);
  }
});

Deno.test("StdioTransport fails at once, with the way out, when the server cannot be started", async () => {
  const here = fileURLToPath(import.meta.url);
  const cases: [Record<string, unknown>, RegExp][] = [
    [
      { command: "no-such-program" },
      /cannot start "no-such-program": no such program in PATH; install it, or give its full path/,
    ],
    [{ command: "/no/such/file" }, /cannot start "\/no\/such\/file": there is no such file; correct "command"/],
    [{ command: "sh", cwd: "/no/such/folder" }, /there is no folder "\/no\/such\/folder"; correct "cwd"/],
    [{ command: here }, /the file may not be executed; check its permissions/],
  ];
  for (const [params, message] of cases) {
    // With these pauses a second attempt would be the test's end.
    const tooling = buildTooling({ transport: "stdio", ...params }, { startMs: 3_600_000, capSecs: 7_200 });
    await assert.rejects(tooling.listTools(patience()), message);
    await tooling.close();
  }
});

Deno.test("StdioTransport says why a server ended before it answered, with its last words", async () => {
  const tooling = buildTooling(launcher("echo 'cannot find module x' >&2; exit 7"));
  await assert.rejects(
    tooling.listTools(patience()),
    /MCP tools\/list failed: the server exited with code 7; its last line on stderr: cannot find module x/,
  );
  await tooling.close();
});

Deno.test("StdioTransport answers a ping that comes before the handshake's end", async () => {
  await withTooling(buildTooling(oddServer(["ping-first"])), async (tooling) => {
    assert.equal((await tooling.callTool("echo", {}, patience())).value, "{}");
  });
});

Deno.test("StdioTransport carries 200 results of 64 KiB", async () => {
  await withTooling(buildTooling(oddServer([])), async (tooling) => {
    const padding = "p".repeat(64 * 1024);
    const calls = Array.from({ length: 200 }, (_, index) => tooling.callTool("echo", { index, padding }, patience()));
    const results = await Promise.all(calls);
    results.forEach((result, index) => assert.equal((JSON.parse(result.value) as { index: number }).index, index));
  });
});

Deno.test("StdioTransport ends a server that sends a message beyond the bound, and says so", async () => {
  await withTooling(buildTooling(oddServer([])), async (tooling) => {
    await assert.rejects(
      tooling.callTool("huge", {}, patience()),
      /MCP tools\/call failed: the server sent a message of more than 33554432 bytes/,
    );
    assert.equal((await tooling.callTool("echo", {}, patience())).value, "{}");
  });
});
