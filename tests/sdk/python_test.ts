/**
 * A brain in Python. Its toolchain makes 18 MB out of one page of source in a quarter of a minute, so it is neither committed nor built
 * where the toolchain is not there: `pip install componentize-py==0.25.1`, and `OMW_COMPONENTIZE_PY` names the command if it is not on the
 * PATH.
 */

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { config, service } from "../support/brain_services.ts";
import { play } from "../support/scenario.ts";
import { Workspace } from "../support/workspace.ts";

const APP = await Deno.readTextFile(new URL("../data/components/python/app.py", import.meta.url));
const CONTRACT = fileURLToPath(new URL("../../wit", import.meta.url));
const COMMAND = Deno.env.get("OMW_COMPONENTIZE_PY") || "componentize-py";

/** Why there is no toolchain; nothing when there is one. */
async function missing(): Promise<string | undefined> {
  try {
    const { success } = await new Deno.Command(COMMAND, { args: ["--version"], stdout: "null", stderr: "null" }).output();
    return success ? undefined : `${COMMAND} does not run`;
  } catch (error) {
    return (error as Error).message;
  }
}

const reason = await missing();

Deno.test({
  name: `a brain in Python runs without any grant${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  ignore: reason !== undefined,
  async fn() {
    await using upstream = await service();
    await using dir = await Workspace.with({ "app.py": APP, "omw.toml": config(upstream, "wasm", "brain.wasm") });
    const args = ["-d", CONTRACT, "-w", "omw", "componentize", "app", "--stub-wasi", "-o", "brain.wasm"];
    const built = await new Deno.Command(COMMAND, { args, cwd: dir.dir }).output();
    assert.ok(built.success, new TextDecoder().decode(built.stderr));
    const { code, omw } = await play(["run"], { cwd: dir.dir });
    assert.equal(code, 0, omw.report());
    assert.equal(omw.result(), `self: hé undefined (no such provider "nobody")`, omw.report());
  },
});
