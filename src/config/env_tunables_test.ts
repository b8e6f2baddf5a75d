import { deepStrictEqual, rejects } from "node:assert/strict";
import { environmentTunables } from "./env_tunables.ts";
import { defaultTunables } from "./tunables.ts";

Deno.test("environmentTunables() takes the tunables of the environment, and nothing else from it", async () => {
  const env = { OMW_TEST__TUNABLES__WATCH_DEBOUNCE_MS: "7", OMW_TEST__AGENTS__X__SCRIPT: "", OMW__TUNABLES__INBOX_BOUND: "1" };
  deepStrictEqual(await environmentTunables(env, "OMW_TEST__"), { ...defaultTunables(), watch_debounce_ms: 7 });
  deepStrictEqual(await environmentTunables({}, "OMW_TEST__"), defaultTunables());
  const wrong = environmentTunables({ omw_test__tunables__watch_debounce_ms: "soon" }, "OMW_TEST__");
  await rejects(wrong, /tunables\.watch_debounce_ms/);
});
