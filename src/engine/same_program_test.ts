import assert from "node:assert/strict";
import type { Program } from "../runtime/mod.ts";
import { sameProgram } from "./same_program.ts";

function js(source: string, filename = "/a.js"): Program {
  return { ref: { kind: "js", filename }, script: source, checks: false };
}

function component(id: string, script?: string): Program {
  return {
    ref: { kind: "component", id, filename: "/a", cores: ["core"], script: script !== undefined, env: [], args: [], shapes: {} },
    ...script !== undefined && { script },
    component: { id, parts: new Map() },
    checks: true,
  };
}

Deno.test("sameProgram compares scripts by their text and their place", () => {
  assert.equal(sameProgram(js("1"), js("1")), true);
  assert.equal(sameProgram(js("1"), js("2")), false);
  assert.equal(sameProgram(js("1"), js("1", "/b.js")), false);
});

Deno.test("sameProgram compares components by their ids, and their scripts by text", () => {
  assert.equal(sameProgram(component("x", "1"), component("x", "1")), true);
  assert.equal(sameProgram(component("x", "1"), component("x", "2")), false);
  assert.equal(sameProgram(component("x", "1"), component("y", "1")), false);
  assert.equal(sameProgram(component("x"), component("x")), true);
  assert.equal(sameProgram(js("1"), component("x", "1")), false);
});
