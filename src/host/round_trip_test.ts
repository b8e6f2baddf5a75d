import assert from "node:assert/strict";
import { defaultTunables } from "../config/mod.ts";
import type { Tooling } from "../protocol/mod.ts";
import { Agent } from "./agent.ts";
import { LocalBus } from "./bus.ts";
import { roundTrip } from "./round_trip.ts";
import { TraceHub } from "./trace.ts";

Deno.test("roundTrip() opens no subscription for a run that is to end already", async () => {
  let asked = 0;
  const subscribe = () => {
    asked++;
    return new Promise<never>(() => {});
  };
  const tooling = { subscribeResource: subscribe, subscribeResourceList: subscribe } as unknown as Tooling;
  const toolings = new Map([["t", tooling]]);
  const shared = { providers: new Map(), toolings, bus: new LocalBus(), trace: new TraceHub(), tunables: defaultTunables() };
  const agent = new Agent("a", shared, []);
  const scope = { signal: AbortSignal.abort(new Error("the run is to end")), run: 1 };
  await assert.rejects(
    roundTrip(agent, "subscribe_resource", { u: "1", tooling: "t", uri: "x" }, scope),
    /^Error: the run is to end$/,
  );
  await assert.rejects(
    roundTrip(agent, "subscribe_resource_list", { u: "2", tooling: "t" }, scope),
    /^Error: the run is to end$/,
  );
  assert.deepEqual([agent.handles.size, asked], [0, 0]);
});
