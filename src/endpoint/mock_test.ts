import assert from "node:assert/strict";
import { defaultTunables } from "../config/mod.ts";
import type { EndpointDesk } from "../host/endpoint_desk.ts";
import { TraceHub } from "../host/trace.ts";
import type { Endpoint } from "./endpoint.ts";
import { mockEndpoint } from "./mock.ts";
import { ServedBrain, testDesk, until } from "../../tests/support/served_brain.ts";

function mock(params: Record<string, unknown>): { endpoint: Endpoint; warnings: string[] } {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  return { endpoint: mockEndpoint.build({ params, where: "endpoint", tunables: defaultTunables(), warn }), warnings };
}

async function played(endpoint: Endpoint, test: (desk: EndpointDesk) => Promise<void>): Promise<void> {
  const { desk } = testDesk();
  await endpoint.start(desk);
  try {
    await test(desk);
  } finally {
    desk.close("the test is over");
    await endpoint.stop();
  }
}

const trace = {
  call(agent: string, op: string) {
    return { kind: "call", agent, op, detail: {} } as const;
  },
};

Deno.test("MockEndpoint waits for the model, then plays its requests one after another without normal ends", async () => {
  const { endpoint } = mock({
    kind: "mock",
    requests: [
      { model: "m", messages: [{ content: "hi" }, { role: "robot", content: "x" }], params: { b: 1, a: 2 }, stream: true },
      { model: "m", messages: [{ role: "assistant", reasoning: "r" }], tools: [{ name: "f", input_schema: { type: "object" } }] },
    ],
  });
  await played(endpoint, async (desk) => {
    const brain = new ServedBrain("alice", desk);
    await new Promise((resolve) => setTimeout(resolve, 30));
    desk.subscribe(brain, "u1", "m", 1);
    await until(() => brain.requests.length === 1);
    brain.send(brain.requests[0]!.session, { content: "a" });
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(brain.requests.length, 1);
    brain.send(brain.requests[0]!.session, { finish_reason: "stop" });
    await until(() => brain.requests.length === 2);
    brain.send(brain.requests[1]!.session, { finish_reason: "stop" });
    assert.deepEqual(brain.requests.map(({ session: _, ...request }) => request), [
      {
        messages: [{ role: "user", content: "hi", tool_calls: [] }, { role: "user", content: "x", tool_calls: [] }],
        tools: [],
        params: '{"a":2,"b":1}',
      },
      {
        messages: [{ role: "assistant", reasoning: "r", tool_calls: [] }],
        tools: [{ name: "f", input_schema: '{"type":"object"}' }],
      },
    ]);
    assert.deepEqual(brain.ends, []);
  });
});

Deno.test("MockEndpoint tells of a session that unsubscribing broke off, and goes on with the script", async () => {
  const { endpoint } = mock({ requests: [{ model: "m" }, { model: "n" }] });
  await played(endpoint, async (desk) => {
    const brain = new ServedBrain("alice", desk);
    desk.subscribe(brain, "u1", "m", 1);
    desk.subscribe(brain, "u2", "n", 1);
    await until(() => brain.requests.length === 1);
    desk.unsubscribe(brain, "u1");
    await until(() => brain.requests.length === 2);
    assert.deepEqual(brain.ends.map(({ error }) => error), ['endpoint subscription "u1" unsubscribed']);
  });
});

Deno.test("MockEndpoint holds a request back until the trace has shown its pattern, also in the past", async () => {
  const { endpoint } = mock({
    requests: [{ model: "m", after: { kind: "call", op: "chat" } }, {
      model: "m",
      after: { $until: { kind: "call", op: "chat" } },
    }],
  });
  const hub = new TraceHub();
  endpoint.attachTrace?.(hub);
  await played(endpoint, async (desk) => {
    const brain = new ServedBrain("alice", desk);
    desk.subscribe(brain, "u1", "m", 1);
    await new Promise((resolve) => setTimeout(resolve, 40));
    assert.equal(brain.requests.length, 0);
    hub.emit(trace.call("alice", "chat"));
    await until(() => brain.requests.length === 1);
    brain.send(brain.requests[0]!.session, { finish_reason: "stop" });
    await until(() => brain.requests.length === 2);
  });
});

Deno.test("MockEndpoint asks the model's owner at the moment of the request, and asks again while nobody can answer", async () => {
  const { endpoint } = mock({ requests: [{ model: "m", after: "start" }] });
  await played(endpoint, async (desk) => {
    const [alice, bob] = [new ServedBrain("alice", desk), new ServedBrain("bob", desk)];
    alice.running = false;
    desk.subscribe(alice, "u1", "m", 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    desk.unsubscribe(alice, "u1");
    bob.full = true;
    desk.subscribe(bob, "u2", "m", 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    bob.full = false;
    await until(() => bob.requests.length === 1);
    assert.equal(alice.events.length, 0);
  });
});

Deno.test("MockEndpoint fires at once and warns when there is no trace to watch", async () => {
  const { endpoint, warnings } = mock({ requests: [{ model: "m", after: { kind: "call", op: "chat" } }] });
  await played(endpoint, async (desk) => {
    const brain = new ServedBrain("alice", desk);
    desk.subscribe(brain, "u1", "m", 1);
    await until(() => brain.requests.length === 1);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /^endpoint: /);
  });
});

Deno.test("MockEndpoint's errors name the config path", () => {
  assert.throws(
    () => mock({ requests: [{ model: "m" }, { model: "m", after: "later" }] }),
    /^ConfigError: endpoint\.requests\[?\.?1\]?\.after: /,
  );
  assert.throws(() => mock({ requests: [{}] }), /endpoint\.requests.*model/);
});
