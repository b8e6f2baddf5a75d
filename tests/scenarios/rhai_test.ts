/** Rhai agents as users run them: no `interpreter` key. */

import assert from "node:assert/strict";
import { play } from "../support/scenario.ts";
import { chatEvents, Upstream } from "../support/upstream.ts";
import { Workspace } from "../support/workspace.ts";

const BRAIN = `
let model = omw::provider::get("p");
let stream = model.chat_stream("m", [#{ role: "user", content: "greet me" }], []);
let text = "";
loop {
  let event = omw::host::recv();
  if event.id != stream { continue; }
  switch event.kind {
    "chat-delta" => text += event.payload.content,
    "chat-end" => break,
    "error" => throw event.payload,
  }
}
text
`;

Deno.test("a rhai brain streams a chat over HTTP and exits with the reply", async () => {
  await using upstream = await Upstream.start(() => chatEvents("good ", "day 🦕"));
  await using dir = await Workspace.with({
    "omw.toml": `
[providers.p]
kind = "openai"
base_url = "${upstream.url}/v1"
[runtime.r]
kind = "rhai"
[[agents]]
name = "alice"
runtime = "r"
script = "brain.rhai"
`,
    "brain.rhai": BRAIN,
  });
  const { code, omw } = await play(["run"], { cwd: dir.dir });
  assert.equal(code, 0, omw.report());
  assert.equal(omw.result(), "good day 🦕", omw.report());
});

Deno.test("omw check finds a rhai script that does not parse, and says where", async () => {
  await using dir = await Workspace.with({
    "omw.toml": `[runtime.r]\nkind = "rhai"\n[[agents]]\nname = "alice"\nruntime = "r"\nscript = "brain.rhai"\n`,
    "brain.rhai": "let x = 1;\nlet = 2;\n",
  });
  const { code, omw } = await play(["check"], { cwd: dir.dir });
  assert.equal(code, 1, omw.report());
  assert.match(omw.report(), /line 2, position \d+/);
});
