import { ok, strictEqual, throws } from "node:assert/strict";
import { probe } from "../../tests/support/components.ts";
import { leanGlue } from "./lean_glue.ts";

Deno.test("a component's glue loses the tasks of its imports, and keeps one function for each", async () => {
  const glue = new TextDecoder().decode((await probe("c")).glue);
  const lean = leanGlue(glue);
  const imports = (text: string) =>
    text.match(/^ {2}const _trampoline\d+ = function\([^]*?^ {2}_trampoline\d+\.fnName = /gm) ?? [];
  strictEqual(imports(lean).length, imports(glue).length);
  ok(imports(glue).every((text) => /\btask\.enterSync\(\)/.test(text)));
  ok(imports(lean).every((text) => !/\btask\b/.test(text)));
});

Deno.test("glue of another form is refused, so that a new transpiler is noticed at the build", async () => {
  const glue = new TextDecoder().decode((await probe("c")).glue);
  const changes: [string, string, RegExp][] = [
    ["task.enterSync()", "task.enter()", /"the making of a task"/],
    ["_trackHostOperation(() => ", "_track(() => ", /"the call within its task"/],
    [".manuallyAsync ?", ".isManual ?", /are lowered/],
    ["const ptr = realloc(0, 0, 1, len);", "const ptr = realloc(0, 0, 1, len + 1);", /encodes texts in another way/],
  ];
  for (const [now, then, fault] of changes) {
    ok(glue.includes(now), now);
    throws(() => leanGlue(glue.replace(now, then)), fault);
  }
});
