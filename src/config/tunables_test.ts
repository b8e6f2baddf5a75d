import { deepStrictEqual, fail, strictEqual, throws } from "node:assert/strict";
import { parseParams } from "./params.ts";
import { defaultTunables } from "./tunables.ts";
import { tunablesSchema } from "./tunables_schema.ts";

function parse(tunables: unknown) {
  return parseParams(tunablesSchema, tunables, "tunables", fail);
}

Deno.test("defaultTunables() are the documented defaults", () => {
  deepStrictEqual({ ...defaultTunables() }, {
    inbox_bound: 1024,
    recv_slice_ms: 200,
    recv_timeout_secs: 60,
    reload_poll_ms: 200,
    interrupt_budget_ms: 100,
    reload_grace_secs: 5,
    loop_backoff_start_ms: 100,
    loop_backoff_cap_secs: 30,
    tooling_connect_backoff_start_ms: 100,
    tooling_connect_backoff_cap_secs: 30,
    watch_debounce_ms: 200,
    trace_buffer: 4096,
    session_buffer: 8192,
    session_idle_secs: 60,
    cancel_pumps_on_reload: true,
    allow_unlocked_secrets: false,
    mock_speed: 1,
    test_timeout_secs: 30,
    tui_tick_ms: 80,
    tui_tab_capacity: 2000,
  });
});

Deno.test("tunablesSchema refuses 0 where it would stop the program and names the least value", () => {
  const hostile = ["inbox_bound", "trace_buffer", "session_buffer", "loop_backoff_start_ms", "loop_backoff_cap_secs"];
  for (const key of [...hostile, "tooling_connect_backoff_start_ms", "tooling_connect_backoff_cap_secs"]) {
    throws(() => parse({ [key]: 0 }), { name: "ConfigError", message: `tunables.${key}: expected at least 1, found 0` });
  }
});

Deno.test("tunablesSchema allows 0 where it means not to wait or no limit", () => {
  const zeros = {
    recv_timeout_secs: 0,
    reload_grace_secs: 0,
    interrupt_budget_ms: 0,
    watch_debounce_ms: 0,
    test_timeout_secs: 0,
  };
  deepStrictEqual({ ...parse(zeros) }, { ...defaultTunables(), ...zeros });
});

Deno.test("tunablesSchema refuses fractions, negative and absurd numbers, and other types", () => {
  throws(() => parse({ recv_timeout_secs: 1.5 }), /^ConfigError: tunables\.recv_timeout_secs: expected an integer, found 1\.5/);
  throws(() => parse({ recv_timeout_secs: -1 }), /^ConfigError: tunables\.recv_timeout_secs: expected at least 0, found -1/);
  throws(() => parse({ inbox_bound: 2 ** 40 }), /expected at most 1048576, found 1099511627776/);
  throws(() => parse({ inbox_bound: "many" }), /tunables\.inbox_bound: expected a number, found "many" \(a string\)/);
  throws(() => parse({ cancel_pumps_on_reload: 1 }), /expected true or false, found 1 \(a number\)/);
});

Deno.test("every tunable has a description", () => {
  const shape = (tunablesSchema as unknown as { shape: Record<string, { description?: string }> }).shape;
  strictEqual(Object.values(shape).filter(({ description }) => !description).length, 0);
  strictEqual(Object.keys(shape).length, Object.keys(defaultTunables()).length);
});

Deno.test("an empty [tunables] means the defaults to the schema too", () => {
  deepStrictEqual(parse({}), defaultTunables());
});
