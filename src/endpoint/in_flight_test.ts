import assert from "node:assert/strict";
import { InFlight } from "./in_flight.ts";

Deno.test("InFlight counts until a request is answered or lost", async () => {
  const requests = new InFlight();
  const [answered, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  requests.add(answered.promise);
  requests.add(lost.promise);
  assert.equal(requests.count, 2);
  const idle = requests.idle(5_000);
  answered.resolve();
  lost.reject(new Error("the client left"));
  await idle;
  assert.equal(requests.count, 0);
});

Deno.test("InFlight waits no longer than it is told, and not at all when there is nothing", async () => {
  const requests = new InFlight();
  await requests.idle(5_000);
  requests.add(new Promise(() => {}));
  await requests.idle(10);
  assert.equal(requests.count, 1);
});
