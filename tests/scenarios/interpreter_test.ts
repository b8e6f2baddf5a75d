/**
 * The reference's own interpreter components, release 0.1.3, as `interpreter = "…"` of a js and a rhai runtime: test data that shows
 * that components built for the documented contract load unchanged.
 */

import assert from "node:assert/strict";
import { referenceComponents } from "../support/components.ts";
import { play } from "../support/scenario.ts";
import { chatEvents, Upstream } from "../support/upstream.ts";
import { Workspace } from "../support/workspace.ts";

const components = await referenceComponents();
const missing = "missing" in components ? ` (skipped: ${components.missing})` : "";

const SCRIPTS = {
  js: `
const me = omw.host.whoami();
omw.host.log("warn", "I am " + me);
const reply = omw.provider.get("p").chat("m", [{ role: "user", content: "say hi" }], [], { temperature: 0.25 });
let caught = "nothing";
try { omw.provider.get("nope"); } catch (error) { caught = error.message; }
omw.host.subscribeAgent(me);
for (let i = 0; i < 10000; i++) omw.host.sendAgent(me, "m" + i);
let n = 0;
for (let i = 0; i < 10000; i++) { if (omw.host.recv().payload === "m" + i) n++; }
[me, reply.content, caught, n].join("|");
`,
  rhai: `
let me = omw::host::whoami();
omw::host::log("warn", "I am " + me);
let reply = omw::provider::get("p").chat("m", [#{ role: "user", content: "say hi" }], [], #{ temperature: 0.25 });
let caught = "nothing";
try { omw::provider::get("nope"); } catch (error) { caught = error; }
omw::host::subscribe_agent(me);
for i in 0..10000 { omw::host::send_agent(me, "m" + i); }
let n = 0;
for i in 0..10000 { if omw::host::recv().payload == "m" + i { n += 1; } }
me + "|" + reply.content + "|" + caught + "|" + n
`,
};

for (const kind of ["js", "rhai"] as const) {
  Deno.test({
    name: `The reference's ${kind} interpreter runs whoami, log, chat with params, a caught error and 10,000 events${missing}`,
    ignore: "missing" in components,
    async fn() {
      await using upstream = await Upstream.start(() => chatEvents("hi ", "there"));
      await using dir = await Workspace.with({
        "omw.toml": `
[providers.p]
kind = "openai"
base_url = "${upstream.url}/v1"
[runtime.r]
kind = "${kind}"
interpreter = "${"folder" in components ? components.folder : ""}/omw-wasm-${kind}-interpreter.component.wasm"
[tunables]
inbox_bound = 20000
[[agents]]
name = "alice"
runtime = "r"
script = "brain"
`,
        "brain": SCRIPTS[kind],
      });
      const { code, omw } = await play(["run"], { cwd: dir.dir });
      assert.equal(code, 0, omw.report());
      const told = omw.log.find((line) => line.message === "I am alice");
      assert.deepEqual([told?.level, told?.agent], ["WARN", "alice"]);
      assert.equal(omw.result(), `alice|hi there|no such provider "nope"|10000`, omw.report());
      assert.equal(JSON.parse(upstream.requests[0]!.body).temperature, 0.25);
    },
  });
}
