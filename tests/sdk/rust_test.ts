/**
 * Brains in Rust: built with three releases of the published SDK, one for each shape of the contract that is in use, and with this
 * repository's own. Each loads unchanged.
 */

import assert from "node:assert/strict";
import { backends } from "../support/brain_services.ts";
import { play } from "../support/scenario.ts";
import { unpack } from "../support/unpack.ts";
import { events, Upstream } from "../support/upstream.ts";
import { Workspace } from "../support/workspace.ts";

const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, prompt_tokens_details: { cached_tokens: 1 } };

/** A service that says what it was asked. */
function service(): Promise<Upstream> {
  return Upstream.start(({ body }) => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const delta = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
    const text = `${messages.length}${messages.at(-1)?.content}`;
    const end = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage };
    return events(delta(text.slice(0, 2)), delta(text.slice(2)), end, "[DONE]");
  });
}

function config(upstream: Upstream, agents: Record<string, string>): string {
  const entries = Object.entries(agents).map(([name, script]) =>
    `[[agents]]\nname = "${name}"\nruntime = "r"\nscript = "${script}"\n`
  );
  return `${backends(upstream)}
[runtime.r]
kind = "wasm"
${entries.join("")}`;
}

Deno.test("brains of the published SDKs 0.1.2, 0.1.3 and 0.1.6 work in one config and hear each other", async () => {
  await using upstream = await service();
  await using dir = await Workspace.with({
    "omw.toml": config(upstream, { one: "c.wasm", two: "d.wasm", three: "e.wasm" }),
    "c.wasm": await unpack("sdk_0_1_2"),
    "d.wasm": await unpack("sdk_0_1_3"),
    "e.wasm": await unpack("sdk_0_1_6"),
  });
  const { code, omw } = await play(["run"], { cwd: dir.dir });
  assert.equal(code, 0, omw.report());
  const tokens = { one: "1twothree", two: "1two", three: "1twothree" };
  for (const [agent, token] of Object.entries(tokens)) {
    const line = omw.messages(agent).find((message) => message.startsWith(`${agent} reply=`));
    // The first read races with the others' writes.
    assert.equal(
      line?.replace("read=after", "read=before"),
      `${agent} reply=2hi tokens=7 streamed=1stream tools=shout,write answer=HI resources=note://one read=before updated=after ` +
        `token=${token}`,
      omw.report(),
    );
    assert.ok(omw.messages(agent).includes("agent run completed"), omw.report());
  }
  const roles = upstream.requests.map(({ body }) => (JSON.parse(body) as { messages: { role: string }[] }).messages[0]!.role);
  assert.deepEqual(roles.sort(), ["system", "system", "system", "user", "user", "user"]);
});

Deno.test("a brain of the repository's own Rust SDK ends with text, with nothing, or with a panic that names text and line", async () => {
  await using upstream = await service();
  await using dir = await Workspace.with({
    "omw.toml": config(upstream, { worker: "own.wasm", quiet: "own.wasm", broken: "own.wasm" }) +
      `[memory.quiet]\nquiet = "yes"\n[memory.broken]\npanic = "no way"\n`,
    "own.wasm": await unpack("sdk_own"),
  });
  const { code, omw } = await play(["run"], { cwd: dir.dir });
  assert.equal(code, 1, omw.report());
  assert.equal(
    omw.result("worker"),
    `reply=2hi usage=${JSON.stringify(usage)} streamed=1stream value=HI changed=changed fired=true ` +
      `missing=no such provider "nobody" at=1970-01-02`,
    omw.report(),
  );
  assert.ok(omw.messages("quiet").includes("agent run completed"), omw.report());
  const panic = omw.log.find(({ agent, level }) => agent === "broken" && level === "ERROR");
  assert.match(panic?.message ?? "", /^the brain panicked at src\/lib\.rs:\d+:5: as asked: no way$/, omw.report());
});
