/**
 * The `[tunables]` of a config: every time, bound and backoff of the runtime (facts §3.10).
 * @module
 */

/** The values of `[tunables]`, named as in the file. Times are whole seconds (`_secs`) or milliseconds (`_ms`). */
export interface Tunables {
  /** Undelivered events an inbox holds before messages of others are dropped; 1 or more. */
  inbox_bound: number;
  /** Without effect. */
  recv_slice_ms: number;
  /** How long a blocking `recv` waits; 0 does not wait. */
  recv_timeout_secs: number;
  /** Without effect. */
  reload_poll_ms: number;
  /** How long a brain may go on after the grace time. */
  interrupt_budget_ms: number;
  /** How long a brain has to end by itself. */
  reload_grace_secs: number;
  /** First pause of `omw loop` after a failure; 1 or more. */
  loop_backoff_start_ms: number;
  /** Longest pause of `omw loop` after a failure; 1 or more. */
  loop_backoff_cap_secs: number;
  /** First pause between dials of a tool server; 1 or more. */
  tooling_connect_backoff_start_ms: number;
  /** Longest pause between dials of a tool server; 1 or more. */
  tooling_connect_backoff_cap_secs: number;
  /** How long a watched file must be quiet. */
  watch_debounce_ms: number;
  /** Trace entries a slow reader may lag behind; 1 or more. */
  trace_buffer: number;
  /** Deltas of a session that wait for its client; 1 or more. */
  session_buffer: number;
  /** How long a session may stay without a delta after a reload; 1 or more. */
  session_idle_secs: number;
  /** Whether a reload cancels what is open. */
  cancel_pumps_on_reload: boolean;
  /** Whether secrets may stay in memory that cannot be locked. */
  allow_unlocked_secrets: boolean;
  /** How long one test may take; 0 sets no limit. */
  test_timeout_secs: number;
  /** How many times faster than real time the delays and polls of scripted doubles pass; 1 or more. */
  mock_speed: number;
  /** How often the live view is drawn; 1 or more. */
  tui_tick_ms: number;
  /** Lines a tab of the live view keeps; 0 sets no limit. */
  tui_tab_capacity: number;
}

/** The tunables of a config that sets none; a fresh object each time. Written out: such a config needs no schema to be loaded. */
export function defaultTunables(): Tunables {
  return {
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
    test_timeout_secs: 30,
    mock_speed: 1,
    tui_tick_ms: 80,
    tui_tab_capacity: 2000,
  };
}
