import { doesNotMatch, match } from "node:assert/strict";
import { failed, passed } from "../../tests/support/test_results.ts";
import { junitReport } from "./junit.ts";

Deno.test("junitReport() is XML that tells of each test, failed or not run", () => {
  const text = junitReport([passed, failed], ["a.toml", "b<&>.toml", "c.toml"]);
  match(text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="3" failures="1" skipped="1" time="1\.239">/);
  match(text, /<testcase classname="omw" name="a\.toml" time="1\.234"\/>/);
  match(text, /name="b&lt;&amp;&gt;\.toml" time="0\.005">\n {6}<failure message="it said &quot;no&quot; \ufffd">/);
  match(text, /agent &quot;a&quot; failed:\n {2}line 1\n {2}&lt;line 2&gt;<\/failure>/);
  match(text, /name="c\.toml">\n {6}<skipped\/>/);
  // deno-lint-ignore no-control-regex
  doesNotMatch(text, /[\u0000-\u0008]/);
});
