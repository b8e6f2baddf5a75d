import { deepStrictEqual, ok } from "node:assert/strict";
import { getLogger } from "../protocol/log.ts";
import { LateBroker } from "./late_broker.ts";
import { parseHostRule } from "./broker_hosts.ts";

const grants = { preopens: [], tcp: true, udp: false, names: false, hosts: [parseHostRule("127.0.0.1")] };
const { signal } = new AbortController();

Deno.test("LateBroker is one broker for all calls of its run, the first ones at once too", async () => {
  const broker = new LateBroker(grants, getLogger(["test"]));
  broker.release(1);
  const listen = () => broker.call("listen", { ip: "127.0.0.1", port: 0 }, undefined, signal);
  const [first, second] = await Promise.all([listen(), listen()]);
  ok("v" in first.reply && "v" in second.reply);
  const { h } = first.reply.v as { h: number };
  broker.release(h);
  deepStrictEqual(await broker.call("accept", { h }, undefined, signal), { reply: { e: "invalid-state" } });
  broker.close();
});

Deno.test("LateBroker opens nothing once it is closed, though it was still being loaded", async () => {
  const broker = new LateBroker(grants, getLogger(["test"]));
  const listening = broker.call("listen", { ip: "127.0.0.1", port: 0 }, undefined, signal);
  broker.close();
  deepStrictEqual(await listening, { reply: { e: "new-socket-limit" } });
});
