import { deepStrictEqual, rejects, throws } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { expandTemplate, generateTestConfig } from "./template.ts";

const template = 'kind = "{{RUNTIME}}"\nscript = "{{ SCRIPT }}"\n';

Deno.test("expandTemplate() fills the places, whatever else the text holds", () => {
  const text = expandTemplate(`${template}x = "{ $& } {RUNTIME}"\n`, { runtime: "js", script: "a$1.js" });
  deepStrictEqual(text.split("\n").slice(2), ['kind = "js"', 'script = "a$1.js"', 'x = "{ $& } {RUNTIME}"', ""]);
});

Deno.test("expandTemplate() refuses places that it does not know, and a template that says the same for every variant", () => {
  throws(() => expandTemplate(`${template}{{MODEL}}`, { runtime: "js", script: "b" }), /\{\{MODEL\}\} is no place/);
  throws(() => expandTemplate('kind = "{{RUNTIME}}"', { runtime: "js", script: "b" }), /\{\{SCRIPT\}\} does not occur/);
});

Deno.test("generateTestConfig() names what is missing: the variant, its brain, the template", async () => {
  await inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/js`);
    await rejects(generateTestConfig(folder, "python"), /"python" is no variant; there are js, rhai, wasm/);
    await rejects(generateTestConfig(folder, "js"), /holds no brain\.js or brain\.ts/);
    await rejects(generateTestConfig(folder, "wasm"), /holds no brain\.wasm/);
    await Deno.writeTextFile(`${folder}/js/brain.ts`, "1");
    await rejects(generateTestConfig(folder, "js"), /cannot read the template .*omw\.test\.template\.toml/);
    await Deno.writeTextFile(`${folder}/omw.test.template.toml`, template);
    const { path, text } = await generateTestConfig(folder, "js");
    deepStrictEqual([path, /script = "brain\.ts"/.test(text)], [`${folder}/js/omw.test.toml`, true]);
  });
});
