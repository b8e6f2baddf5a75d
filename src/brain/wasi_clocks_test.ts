import { ok, strictEqual } from "node:assert/strict";
import { innerBridge } from "../../tests/support/inner_bridge.ts";
import { wasiClocks } from "./wasi_clocks.ts";
import { wasiHost } from "./wasi_host.ts";
import { wasiIo, type WasiPollable } from "./wasi_io.ts";

const bridge = innerBridge();
const faces = wasiClocks(bridge, wasiIo(bridge, wasiHost(bridge)));
const monotonic = faces["wasi:clocks/monotonic-clock"] as {
  now(): bigint;
  resolution(): bigint;
  subscribeInstant(when: bigint): WasiPollable;
  subscribeDuration(duration: bigint): WasiPollable;
};

Deno.test("the monotonic clock counts nanoseconds and never goes back", () => {
  let before = monotonic.now();
  for (let i = 0; i < 1000; i++) {
    const now = monotonic.now();
    ok(now >= before);
    before = now;
  }
  bridge.system(JSON.stringify({ f: "poll", a: { on: [], ms: 5 } }), undefined);
  const passed = monotonic.now() - before;
  ok(passed >= 4_000_000n && passed < 5_000_000_000n, `${passed}`);
});

Deno.test("a guest that looks at the clock after its sleep sees all of it gone by", () => {
  for (const ns of [0n, 1n, 999_999n, 1_000_001n, 3_333_333n]) {
    const until = monotonic.now() + ns;
    monotonic.subscribeInstant(until).block();
    ok(monotonic.now() >= until);
  }
  const begun = monotonic.now();
  monotonic.subscribeDuration(2_000_000n).block();
  ok(monotonic.now() - begun >= 2_000_000n);
});

Deno.test("an instant that is over is ready at once", () => {
  ok(monotonic.subscribeInstant(0n).ready());
  strictEqual(monotonic.subscribeInstant(2n ** 64n - 1n).ready(), false);
});

Deno.test("the wall clock tells seconds and nanoseconds since 1970", () => {
  const { now } = faces["wasi:clocks/wall-clock"] as { now(): { seconds: bigint; nanoseconds: number } };
  const { seconds, nanoseconds } = now();
  ok(Math.abs(Number(seconds) * 1000 + nanoseconds / 1e6 - Date.now()) < 5000);
  ok(nanoseconds >= 0 && nanoseconds < 1e9);
});
