/**
 * `--watch` follows the config: what changed is built anew, the rest keeps running (design §8).
 */

import assert from "node:assert/strict";
import { IDLE, jsAgents } from "../support/js_agents.ts";
import { mountData, renameOver, swapData } from "../support/saves.ts";
import { Scenario } from "../support/scenario.ts";
import { answering, QUICK, SERVING, Serving } from "../support/serving.ts";
import { chatPiece, END, head, Upstream } from "../support/upstream.ts";
import { Workspace } from "../support/workspace.ts";

const RELOADED = "configuration reloaded";
const REJECTED = "changed configuration rejected, keeping the old one";

async function start(
  toml: string,
  scripts: Record<string, string>,
): Promise<{ omw: Scenario; dir: Workspace } & AsyncDisposable> {
  const dir = await Workspace.with({ "omw.toml": toml, ...scripts });
  const omw = new Scenario(["loop", "--watch"], { cwd: dir.dir });
  const dispose = async () => {
    await omw[Symbol.asyncDispose]();
    await dir[Symbol.asyncDispose]();
  };
  return { omw, dir, [Symbol.asyncDispose]: dispose };
}

/** How often an agent began an iteration or was reloaded. */
function starts(omw: Scenario, agent: string): number {
  return omw.messages(agent).filter((message) => message === `${agent} is up`).length;
}

Deno.test("Agents that a config adds start, those that it drops end, and the others are not touched", async () => {
  await using at = await start(jsAgents(["a", "b"]), { "a.js": IDLE, "b.js": IDLE, "c.js": IDLE });
  const { omw, dir } = at;
  await omw.saw("a is up");
  await omw.saw("b is up");
  await dir.write("omw.toml", jsAgents(["a", "c"]));
  await omw.saw("c is up");
  await omw.saw(({ message, agent }) => message === "agent shutting down" && agent === "b");
  const { added, removed, changed } = await omw.saw(RELOADED);
  assert.deepEqual([added, removed, changed], [["c"], ["b"], []]);
  // An edit of the new agent's script is followed like any other.
  await dir.write("c.js", `omw.host.log("info", "c is new"); ${IDLE}`);
  await omw.saw("c is new");
  assert.equal(starts(omw, "a"), 1, omw.report());
});

Deno.test("An agent whose entry or runtime changed is reloaded, with its memory; the others go on", async () => {
  const remembers = `omw.host.log("info", "n " + (omw.host.memoryGet("n") ?? "none")); omw.host.memorySet("n", "kept"); ${IDLE}`;
  const other = `[runtime.other]\nkind = "js"\n`;
  const toml = jsAgents(["a", "b"], other).replace(`name = "b"\nruntime = "js"`, `name = "b"\nruntime = "other"`);
  await using at = await start(toml, { "a.js": remembers, "b.js": IDLE });
  const { omw, dir } = at;
  await omw.saw("a is up");
  await omw.saw("b is up");
  await dir.write("omw.toml", toml.replace("[runtime.js]", "[runtime.js]\nmax_memory_mb = 256"));
  await omw.saw("a is up", 2);
  assert.deepEqual((await omw.saw(RELOADED)).changed, ["a"]);
  assert.deepEqual(omw.messages("a").filter((message) => message.startsWith("n ")), ["n none", "n kept"]);
  assert.equal(starts(omw, "b"), 1, omw.report());
});

Deno.test("A config that cannot be used changes nothing and says why, and its fix takes effect", async () => {
  const toml = jsAgents(["a"]);
  await using at = await start(toml, { "a.js": IDLE, "b.js": IDLE });
  const { omw, dir } = at;
  await omw.saw("a is up");
  const faults: [string, RegExp][] = [
    ["[[agents", /omw\.toml/],
    [jsAgents(["a", "missing"]), /agent "missing": the script .*missing\.js/],
    [`${jsAgents(["b"])}[providers.x]\nkind = "nope"\n`, /providers\.x.*"nope"/],
    [`${jsAgents(["b"])}[providers.x]\nkind = "openai"\nbase_url = "not a url"\n`, /providers\.x\.base_url/],
    [jsAgents(["b"]).replace("[runtime.js]", "[runtime.js]\nmax_memory_mb = -1"), /runtime\.js\.max_memory_mb/],
    [`${jsAgents(["b"])}[endpoint]\nkind = "openai"\nlisten = "localhost:1"\n`, /endpoint\.listen/],
  ];
  for (const [count, [text, why]] of faults.entries()) {
    await dir.write("omw.toml", text);
    const { level, error } = await omw.saw(REJECTED, count + 1);
    assert.equal(level, "WARN");
    assert.match(String(error), why);
  }
  assert.ok(!omw.log.some(({ message }) => message === RELOADED || message === "b is up"), omw.report());
  await dir.write("omw.toml", jsAgents(["a", "b"]));
  await omw.saw("b is up");
  assert.equal(starts(omw, "a"), 1, omw.report());
});

Deno.test("An agent that is dropped and added again while it still ends comes back once, with its models", async () => {
  const slow = answering("old", `if (event.id === lifecycle) { const end = Date.now() + 400; while (Date.now() < end); }`);
  const [before, after] = [SERVING + QUICK, `${SERVING}${QUICK}[memory.a]\nk = "v"\n`];
  const without = before.replace(/\[\[agents\]\][^[]*/, `[[agents]]\nname = "b"\nruntime = "js"\nscript = "b.js"\n`);
  await using serving = await Serving.serve(["loop", "--watch"], { "omw.toml": before, "a.js": slow, "b.js": IDLE });
  await serving.dir.write("omw.toml", without);
  await serving.omw.saw("agent shutdown requested");
  await serving.dir.write("a.js", answering("again"));
  await serving.dir.write("omw.toml", after);
  await serving.until("again");
  await serving.omw.saw(({ message, agent }) => message === "agent shutting down" && agent === "b");
  assert.equal(
    serving.omw.messages("a").filter((message) => message === "host subscribe-endpoint").length,
    2,
    serving.omw.report(),
  );
});

Deno.test("A provider that changes is replaced for later chats, its open stream goes on, and the agent is not restarted", async () => {
  const release = Promise.withResolvers<void>();
  await using old = await Upstream.start(
    () => [head(), chatPiece("old "), { until: release.promise }, chatPiece("to its end", "stop"), END],
  );
  await using fresh = await Upstream.start(() => [head(), chatPiece("new", "stop"), END]);
  const provider = (upstream: Upstream) => `[providers.p]\nkind = "openai"\nbase_url = "${upstream.url}/v1"\n`;
  const passing = `
const p = omw.provider.get("p");
omw.host.subscribeEndpoint("m");
const sessions = new Map();
for (;;) {
  const event = omw.host.recv();
  if (event.kind === "endpoint-message") sessions.set(p.chatStream("x", event.payload.messages, []), event.payload.session);
  else if (event.kind === "chat-delta") omw.host.streamEndpoint(sessions.get(event.id), event.payload);
}`;
  await using serving = await Serving.serve(["loop", "--watch"], {
    "omw.toml": SERVING + QUICK + provider(old),
    "a.js": passing,
  });
  const stream = await serving.stream();
  assert.match(await stream.next() ?? "", /old /);
  await serving.dir.write("omw.toml", SERVING + QUICK + provider(fresh));
  await serving.omw.saw(RELOADED);
  assert.equal((await serving.ask()).text, "new");
  release.resolve();
  assert.deepEqual(await stream.rest(), { text: "to its end", end: "stop", done: true });
  assert.equal(serving.omw.messages("a").filter((message) => message === "agent iteration starting").length, 1);
});

Deno.test("Providers and toolings that a config adds and drops are known to a brain that runs", async () => {
  const asks = `
const has = (name) => { try { omw.provider.get(name); return true; } catch { return false; } };
omw.host.log("info", "a is up");
while (!has("added")) omw.host.sleepFor(10);
omw.host.log("info", "added");
while (has("added")) omw.host.sleepFor(10);
omw.host.log("info", "dropped");
${IDLE}`;
  await using at = await start(jsAgents(["a"]), { "a.js": asks });
  const { omw, dir } = at;
  await omw.saw("a is up");
  await dir.write("omw.toml", jsAgents(["a"], `[providers.added]\nkind = "mock"\n`));
  await omw.saw("added");
  await dir.write("omw.toml", jsAgents(["a"]));
  await omw.saw("dropped");
  assert.equal(omw.messages("a").filter((message) => message === "agent iteration starting").length, 1);
});

Deno.test("Memory of a changed config seeds new keys only; a changed endpoint is told to need a restart; tunables count at once", async () => {
  const brain =
    `omw.host.log("info", "x " + omw.host.memoryGet("x") + " y " + omw.host.memoryGet("y")); omw.host.memorySet("x", "own"); ${IDLE}`;
  const seeded = (x: string, y = "") => `[memory.a]\nx = "${x}"\n${y && `y = "${y}"\n`}`;
  await using serving = await Serving.start(["loop", "--watch"], { "omw.toml": SERVING + QUICK + seeded("1"), "a.js": brain });
  const { omw, dir } = serving;
  await omw.saw("x 1 y undefined");
  const changed = SERVING.replace("127.0.0.1:0", "127.0.0.1:1") + QUICK.replace("= 30", "= 60") + seeded("2", "3");
  await dir.write("omw.toml", changed);
  await omw.saw(({ level, message }) => level === "WARN" && /endpoint changed: .* next start/.test(message));
  await omw.saw(RELOADED);
  assert.equal((await serving.ask("nobody")).status, 404, "the endpoint listens where it did");
  await dir.write("a.js", `// Again.\n${brain}`);
  await omw.saw("x own y 3");
});

Deno.test("A config in a mounted ConfigMap and one that is renamed over are followed, once per change", async () => {
  const dir = await Workspace.with({ "a.js": IDLE, "b.js": IDLE, "c.js": IDLE });
  const path = dir.path("omw.toml");
  await mountData(path, jsAgents(["a"]).replaceAll(`script = "`, `script = "${dir.dir}/`));
  await using omw = new Scenario(["loop", "--watch", "--config", path], { cwd: dir.dir });
  await omw.saw("a is up");
  await swapData(path, jsAgents(["a", "b"]).replaceAll(`script = "`, `script = "${dir.dir}/`));
  await omw.saw("b is up");
  await renameOver(path, jsAgents(["a", "b", "c"]).replaceAll(`script = "`, `script = "${dir.dir}/`));
  await omw.saw("c is up");
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(omw.log.filter(({ message }) => message === RELOADED).length, 2, omw.report());
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0);
  await dir[Symbol.asyncDispose]();
});

Deno.test("Script and config saved together restart the agent once, on the new of both", async () => {
  const brain = (text: string) => `omw.host.log("info", "${text} " + omw.host.memoryGet("k")); ${IDLE}`;
  await using at = await start(jsAgents(["a"]), { "a.js": brain("old") });
  const { omw, dir } = at;
  await omw.saw("a is up");
  await dir.write("a.js", brain("new"));
  await dir.write(
    "omw.toml",
    jsAgents(["a"], `[memory.a]\nk = "seeded"\n`).replace("[runtime.js]", "[runtime.js]\nmax_memory_mb = 256"),
  );
  await omw.saw("new seeded");
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(starts(omw, "a"), 2, omw.report());
});

Deno.test("A changed config of which the new script is broken keeps the live run", async () => {
  const toml = jsAgents(["a"]);
  await using at = await start(toml, { "a.js": IDLE, "b.js": "(" });
  const { omw, dir } = at;
  await omw.saw("a is up");
  await dir.write("omw.toml", toml.replace(`"a.js"`, `"b.js"`));
  await omw.saw("agent reload rejected: invalid script, keeping the live run");
  assert.ok(!omw.messages("a").includes("agent shutting down"));
  await dir.write("b.js", `omw.host.log("info", "from b"); ${IDLE}`);
  await omw.saw("from b");
});

Deno.test("SIGTERM right after the config changed ends everything", async () => {
  await using at = await start(jsAgents(["a"]), { "a.js": IDLE, "b.js": IDLE });
  const { omw, dir } = at;
  await omw.saw("a is up");
  await dir.write("omw.toml", jsAgents(["a", "b"]));
  await new Promise((resolve) => setTimeout(resolve, 31));
  omw.signal("SIGTERM");
  assert.equal(await omw.end(), 0, omw.report());
});
