import assert from "node:assert/strict";
import { buildTooling, eventually, logged, oddServer, patience, withTooling } from "../../tests/support/tooling.ts";
import type { Json, Tooling } from "../protocol/mod.ts";

async function call(tooling: Tooling, name: string, args: Json = {}): Promise<string> {
  return (await tooling.callTool(name, args, patience())).value;
}

/** The messages that the server got, by method. */
async function received(tooling: Tooling, method: string): Promise<{ params: Record<string, unknown> }[]> {
  const all = JSON.parse(await call(tooling, "received")) as { method: string; params: Record<string, unknown> }[];
  return all.filter((message) => message.method === method);
}

Deno.test("mcp tooling", async (t) => {
  const token = "sk-very-secret-0123456789";
  await withTooling(buildTooling(oddServer([], { env: { TOKEN: token } }), { name: "shared" }), async (tooling) => {
    await t.step("listTools() gives every tool and drops what has no name", async () => {
      const tools = await tooling.listTools(patience());
      assert.ok(tools.some((tool) => tool.name === "echo" && tool.description === "does echo"));
      assert.ok(tools.every((tool) => typeof tool.name === "string" && tool.name !== "undefined"));
      assert.equal(tools.find((tool) => tool.name === "echo")?.input_schema, '{"properties":{},"type":"object"}');
    });

    await t.step("callTool() sends an object's members, and no arguments for anything else", async () => {
      const odd = JSON.parse('{"__proto__":{"x":1},"b":[1,null]}') as Json;
      assert.equal(await call(tooling, "echo", odd), '{"__proto__":{"x":1},"b":[1,null]}');
      for (const args of [null, 5, "text", [1]] as Json[]) assert.equal(await call(tooling, "noArguments", args), "false");
      assert.equal(await call(tooling, "noArguments", {}), "true");
    });

    await t.step("callTool() tells of every kind of content", async () => {
      const outcome = await tooling.callTool("kinds", {}, patience());
      assert.deepEqual(outcome.value.split("\n"), [
        "first",
        "embedded",
        "[resource, mem://b, application/zip, 4 bytes]",
        "[resource link, mem://c, see, text/csv, 12 bytes]",
        "[image, image/png, 3 bytes]",
        "[audio, audio/wav, 5 bytes]",
        "[hologram]",
      ]);
      assert.equal((JSON.parse(outcome.content) as unknown[]).length, 7);
      assert.equal(outcome.is_error, false);
    });

    await t.step("callTool() passes a tool's own failure on, also where an output schema was promised", async () => {
      await tooling.listTools(patience());
      const outcome = await tooling.callTool("failing", {}, patience());
      assert.deepEqual(outcome, { value: "no such table", content: '[{"text":"no such table","type":"text"}]', is_error: true });
    });

    await t.step("callTool() does not judge schemas in dialects that it does not know", async () => {
      const tools = await tooling.listTools(patience());
      assert.match(tools.find((tool) => tool.name === "unstructured")?.output_schema ?? "", /unknown-dialect/);
      assert.equal(await call(tooling, "unstructured"), "plain");
    });

    await t.step("callTool() tells structured content that came alone", async () => {
      const outcome = await tooling.callTool("structuredOnly", {}, patience());
      assert.equal(outcome.structured_content, '{"a":[2],"b":1}');
      assert.equal(outcome.value, outcome.structured_content);
    });

    await t.step("callTool() carries a result of 5 MiB", async () => {
      assert.equal((await call(tooling, "big")).length, 5 * 1024 * 1024);
    });

    await t.step("callTool() explains an error of the server and names the tooling", async () => {
      await assert.rejects(call(tooling, "nosuch"), {
        message: 'tooling "shared": MCP tools/call failed: unknown tool nosuch (code -32000)',
      });
    });

    await t.step("an aborted call ends at once and is cancelled at the server", async () => {
      const controller = new AbortController();
      const pending = tooling.callTool("hang", {}, controller.signal);
      setTimeout(() => controller.abort(new Error("enough")), 50);
      await assert.rejects(pending, /^Error: enough$/);
      await eventually(async () => (await received(tooling, "notifications/cancelled")).length === 1, "the cancellation");
      await assert.rejects(tooling.callTool("echo", {}, AbortSignal.abort(new Error("before"))), /before/);
    });

    await t.step("what the server asks of the client is answered: no roots, no sampling, no elicitation", async () => {
      const answers = JSON.parse(await call(tooling, "askClient"));
      assert.deepEqual(answers.roots, { roots: [] });
      assert.equal(answers.sampling.code, -32601);
      assert.deepEqual(answers.elicitation, { action: "decline" });
    });

    await t.step("a tool that was just added can be called after a burst of list_changed", async () => {
      assert.ok(!(await tooling.listTools(patience())).some((tool) => tool.name === "grown"));
      await call(tooling, "grow");
      assert.equal(await call(tooling, "grown"), "I am new");
      assert.ok((await tooling.listTools(patience())).some((tool) => tool.name === "grown"));
    });

    await t.step("resources, templates and every content of a read are mapped", async () => {
      assert.deepEqual((await tooling.listResources(patience()))[0], { uri: "mem://state", name: "state", size: 1 });
      assert.deepEqual(await tooling.listResourceTemplates(patience()), [
        { uri_template: "mem://{name}", name: "any", mime_type: "text/plain" },
      ]);
      assert.deepEqual(await tooling.readResource("mem://state", patience()), [
        { uri: "mem://state", content: "v1" },
        { uri: "mem://state#raw", content: "AAEC", mime_type: "application/octet-stream" },
      ]);
      await assert.rejects(tooling.readResource("mem://none", patience()), /MCP resources\/read failed: no such resource/);
    });

    await t.step("secrets are taken out of errors, their causes and the log", async () => {
      const failure = await call(tooling, "leak").then(() => assert.fail("it worked"), (error: Error) => error);
      assert.match(failure.message, /refused: <redacted>/);
      assert.ok(!Deno.inspect(failure, { depth: 10 }).includes(token));
      await eventually(() => logged("shared").some((line) => line.includes("using token <redacted>")), "the stderr line");
      await eventually(() => logged("shared").some((line) => line.includes("again <redacted>")), "the log notification");
      assert.ok(!logged("shared").join("\n").includes(token));
    });

    await t.step("the older handshake is used, and no capability is declared", async () => {
      const [initialize] = await received(tooling, "initialize");
      assert.equal(initialize?.params["protocolVersion"], "2025-11-25");
      assert.deepEqual(initialize?.params["capabilities"], {});
      assert.equal((initialize?.params["clientInfo"] as { name: string }).name, "omw");
      assert.equal((await received(tooling, "notifications/initialized")).length, 1);
    });
  });
});

Deno.test("mcp tooling reads all pages, and stops at a cursor that comes twice", async () => {
  const names = async (trait: string) =>
    await withTooling(buildTooling(oddServer([trait]), { name: trait }), async (tooling) => {
      return (await tooling.listTools(patience())).map((tool) => tool.name);
    });
  const [pages, same, empty] = await Promise.all([names("pages"), names("same-cursor"), names("empty-cursor")]);
  assert.deepEqual(pages, ["page1", "page2", "page3"]);
  assert.deepEqual(same, ["only"]);
  assert.deepEqual(empty, ["one", "two"]);
  assert.ok(logged("same-cursor").some((line) => line.includes("twice")));
});

Deno.test("mcp tooling takes an undeclared feature that the server does not know for an empty list", async () => {
  await withTooling(buildTooling(oddServer(["bare"])), async (tooling) => {
    assert.deepEqual(await tooling.listTools(patience()), []);
    assert.equal((await tooling.listResources(patience())).length, 1);
  });
});

Deno.test("mcp tooling lets progress extend a call's time, up to the maximum", async () => {
  const params = oddServer([], { timeout_secs: 1, max_timeout_secs: 2 });
  await withTooling(buildTooling(params, { name: "timed" }), async (tooling) => {
    const slow = (steps: number, silent = false) => call(tooling, "slow", { steps, every_ms: 300, silent });
    const results = await Promise.allSettled([slow(5), slow(5, true), slow(20)]);
    assert.deepEqual(results[0], { status: "fulfilled", value: "done" });
    assert.match(String((results[1] as PromiseRejectedResult).reason), /no answer within 1 s \(timeout_secs\)/);
    assert.match(String((results[2] as PromiseRejectedResult).reason), /no answer within max_timeout_secs/);
  });
});
