import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { Workspace } from "../../tests/support/workspace.ts";
import { loadTest } from "./test_config.ts";

const AGENT = `[[agents]]\nname = "a"\nruntime = "js"\nscript = "brain.js"\n[runtime.js]\nkind = "js"\n`;
const ASSERTIONS = `[assertions.a]\noutcome = "completed"\n`;

function load(workspace: Workspace, label: string, env: Record<string, string> = {}) {
  return loadTest({ label, path: workspace.path(label) }, workspace.dir, env);
}

Deno.test("loadTest() finds scripts in the config's folder, wherever the test is started from", async () => {
  await using workspace = await Workspace.with({ "in/omw.test.toml": AGENT + ASSERTIONS });
  const { loaded, assertions } = await load(workspace, "in/omw.test.toml");
  strictEqual(loaded.config.agents[0]?.script, workspace.path("in/brain.js"));
  deepStrictEqual([...assertions.keys()], ["a"]);
});

Deno.test("loadTest() lays a test over the base configs from the root down, and OMW_TEST__ over all", async () => {
  await using workspace = await Workspace.with({
    "omw.test.base.toml": `${AGENT}[tunables]\ninbox_bound = 1\ntrace_buffer = 1\n`,
    "in/omw.test.base.toml": `[tunables]\ntrace_buffer = 2\nsession_buffer = 2\n`,
    "in/deep/omw.test.toml": `[tunables]\nsession_buffer = 3\nrecv_timeout_secs = 3\n${ASSERTIONS}`,
    "other/omw.test.base.toml": "not read [",
  });
  const { loaded } = await load(workspace, "in/deep/omw.test.toml", {
    OMW_TEST__TUNABLES__RECV_TIMEOUT_SECS: "4",
    OMW__TUNABLES__INBOX_BOUND: "9",
  });
  const { inbox_bound, trace_buffer, session_buffer, recv_timeout_secs } = loaded.config.tunables;
  deepStrictEqual([inbox_bound, trace_buffer, session_buffer, recv_timeout_secs], [1, 2, 3, 4]);
  // What the base names is found beside the base.
  strictEqual(loaded.config.agents[0]?.script, workspace.path("brain.js"));
});

Deno.test("loadTest() refuses a test that asserts nothing, or of nobody", async () => {
  await using workspace = await Workspace.with({
    "none.omw.test.toml": AGENT,
    "empty.omw.test.toml": `${AGENT}[assertions]\n`,
    "unknown.omw.test.toml": `${AGENT}[assertions.b]\n`,
  });
  for (const label of ["none.omw.test.toml", "empty.omw.test.toml"]) {
    await rejects(
      load(workspace, label),
      /^ConfigError: assertions: there are none, so the test cannot fail; .*\[assertions\.a\] with outcome = "completed"$/,
    );
  }
  await rejects(load(workspace, "unknown.omw.test.toml"), /^ConfigError: assertions\.b: no agent has this name/);
});
