import assert from "node:assert/strict";
import type { EndpointSessionEnd, Event } from "../protocol/mod.ts";
import { EndpointDesk, type EndpointOwner, MAX_ALIASES } from "./endpoint_desk.ts";
import { Session } from "./sessions.ts";

class Owner implements EndpointOwner {
  readonly name: string;
  readonly inbox: { id: string; event: Event }[] = [];
  readonly ended: string[] = [];
  room = true;
  running = true;

  constructor(name: string) {
    this.name = name;
  }

  offer(id: string, event: Event): boolean {
    if (this.room) this.deliver(id, event, true);
    return this.room;
  }

  deliver(id: string, event: Event, urgent: boolean): void {
    this.inbox.push({ id, event });
    if (!urgent) this.calm.push(event.kind);
  }

  /** The kinds of the events that may come a little later. */
  readonly calm: string[] = [];

  /** The sessions whose requests no brain was offered yet. */
  readonly waiting = new Set<string>();

  withdraw(session: string): boolean {
    return this.waiting.delete(session);
  }

  sessionEnded(session: string): void {
    this.ended.push(session);
  }

  alive(): boolean {
    return this.running;
  }

  get ends(): (EndpointSessionEnd & { id: string })[] {
    return this.inbox.flatMap(({ id, event }) => event.kind === "endpoint-session-end" ? [{ id, ...event.payload }] : []);
  }
}

const request = { messages: [], tools: [] };
const hello = { content: "hello", tool_calls: [] };
const finish = { finish_reason: "stop", tool_calls: [] };

function desk(sessionIdleSecs = 60): EndpointDesk {
  return new EndpointDesk({ sessionBuffer: 10, sessionIdleSecs, warn: () => {} });
}

function opened(from: EndpointDesk, model: string): Session {
  const session = from.open(model, request);
  assert.ok(session instanceof Session, String(session));
  return session;
}

Deno.test("EndpointDesk routes a request to the model's agent under the subscription's handle", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  one.subscribe(alice, "u1", "m", 1);
  const session = one.open("m", { messages: [], tools: [], params: "{}" });
  assert.ok(session instanceof Session);
  const payload = { session: session.id, messages: [], tools: [], params: "{}" };
  assert.deepEqual(alice.inbox, [{ id: "u1", event: { kind: "endpoint-message", payload } }]);
  assert.deepEqual(one.sessionsOf(alice), [session.id]);
});

Deno.test("EndpointDesk says why it opens no session", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  assert.equal(one.open("m", request), "unknown");
  one.subscribe(alice, "u1", "m", 1);
  alice.running = false;
  assert.equal(one.open("m", request), "unavailable");
  alice.running = true;
  alice.room = false;
  assert.equal(one.open("m", request), "busy");
  one.drain();
  assert.equal(one.open("m", request), "closing");
  assert.deepEqual([one.openSessions, alice.inbox, alice.ended], [0, [], []]);
});

Deno.test("EndpointDesk ends a session at its finish: one event, and later pushes fail", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  one.subscribe(alice, "u1", "m", 1);
  const session = opened(one, "m");
  one.push(alice, session.id, hello);
  one.push(alice, session.id, finish);
  assert.throws(() => one.push(alice, session.id, finish), { message: "unknown endpoint session" });
  session.abandon();
  one.unsubscribe(alice, "u1");
  one.close("over");
  assert.deepEqual(alice.ends, [{ id: "u1", session: session.id }]);
  assert.deepEqual([alice.ended, alice.calm], [[], ["endpoint-session-end"]], "the brain knows that it finished");
  assert.equal(session.fault, undefined);
});

Deno.test("EndpointDesk refuses another agent's delta and ignores its unsubscribe", () => {
  const [one, alice, bob] = [desk(), new Owner("alice"), new Owner("bob")];
  one.subscribe(alice, "u1", "m", 1);
  const session = opened(one, "m");
  assert.throws(() => one.push(bob, session.id, hello), { message: "endpoint session belongs to another agent" });
  one.unsubscribe(bob, "u1");
  one.unsubscribe(alice, "unknown");
  assert.deepEqual(one.models().map(({ id }) => id), ["m"]);
  assert.throws(() => one.subscribe(bob, "u2", "m", 1), { message: 'model "m" is already subscribed' });
});

Deno.test("EndpointDesk breaks an unsubscribed model's sessions off, once each", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  one.subscribe(alice, "u1", "m", 1);
  const session = opened(one, "m");
  one.unsubscribe(alice, "u1");
  session.abandon();
  assert.deepEqual([alice.ended, alice.calm], [[session.id], []]);
  assert.equal(session.fault?.code, "unsubscribed");
  assert.deepEqual(alice.ends, [{ id: "u1", session: session.id, error: 'endpoint subscription "u1" unsubscribed' }]);
  assert.equal(one.open("m", request), "unknown");
});

Deno.test("EndpointDesk lets a later run take its agent's model over, with the sessions and the old handle", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  one.subscribe(alice, "u1", "m", 1);
  const session = opened(one, "m");
  assert.throws(() => one.subscribe(alice, "u2", "m", 1), { message: 'model "m" is already subscribed' });
  const next = new Owner("alice");
  one.subscribe(next, "u2", "m", 2);
  assert.deepEqual(one.subscriptionsOf(next), [{ u: "u2", model: "m" }]);
  one.push(next, session.id, hello);
  one.push(next, session.id, finish);
  assert.deepEqual([alice.ends, next.ends], [[], [{ id: "u2", session: session.id }]]);
  one.unsubscribe(next, "u1");
  assert.deepEqual(one.models(), []);
});

Deno.test("EndpointDesk remembers so many old handles and no more", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  for (let run = 1; run <= MAX_ALIASES + 2; run++) one.subscribe(alice, `u${run}`, "m", run);
  one.unsubscribe(alice, "u1");
  assert.equal(one.models().length, 1);
  one.unsubscribe(alice, "u2");
  assert.equal(one.models().length, 0);
});

Deno.test("EndpointDesk breaks sessions off when a run dies, and keeps the model's name", () => {
  const [one, alice, bob] = [desk(), new Owner("alice"), new Owner("bob")];
  one.subscribe(alice, "u1", "m", 1);
  one.subscribe(bob, "u2", "n", 1);
  const [dying, other] = [opened(one, "m"), opened(one, "n")];
  one.runEnded(alice, "killed: secret");
  assert.equal(dying.fault?.code, "agent_failed");
  assert.ok(!dying.fault?.message.includes("secret"));
  assert.equal(other.over, false);
  assert.deepEqual(alice.ends, [{ id: "u1", session: dying.id, error: "endpoint session aborted" }]);
  assert.throws(() => one.subscribe(bob, "u3", "m", 1), /already subscribed/);
});

Deno.test("EndpointDesk keeps sessions over a reload and ends those that stay silent", async () => {
  const [one, alice] = [desk(0.05), new Owner("alice")];
  one.subscribe(alice, "u1", "m", 1);
  const [silent, continued] = [opened(one, "m"), opened(one, "m")];
  one.runEnded(alice);
  one.runEnded(alice);
  one.push(alice, continued.id, hello);
  const deadline = performance.now() + 5_000;
  // The desk's own timer does not keep the program alive; this wait does.
  while (!silent.over && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(silent.fault?.code, "agent_silent");
  assert.equal(continued.over, false);
  assert.deepEqual(alice.ends, [{ id: "u1", session: silent.id, error: "endpoint session aborted" }]);
  one.close("over");
});

Deno.test("EndpointDesk frees the models of an agent that is gone", () => {
  const [one, alice, bob] = [desk(), new Owner("alice"), new Owner("bob")];
  one.subscribe(alice, "u1", "m", 1);
  const session = opened(one, "m");
  one.remove(alice);
  assert.equal(session.over, true);
  one.subscribe(bob, "u2", "m", 1);
  assert.deepEqual(one.subscriptionsOf(bob), [{ u: "u2", model: "m" }]);
});

Deno.test("EndpointDesk tells a quiet session's brain of a broken end only", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  one.subscribe(alice, "u1", "m", 1);
  const finished = one.open("m", request, { quiet: true }) as Session;
  const broken = one.open("m", request, { quiet: true }) as Session;
  one.push(alice, finished.id, finish);
  one.unsubscribe(alice, "u1");
  assert.deepEqual(alice.ends.map(({ session }) => session), [broken.id]);
  assert.deepEqual(alice.ended, [broken.id]);
});

Deno.test("EndpointDesk lists models by name and counts who would answer", () => {
  const [one, alice, bob] = [desk(), new Owner("alice"), new Owner("bob")];
  for (const model of ["b", "B", "a", "__proto__"]) one.subscribe(alice, model, model, 1);
  one.subscribe(bob, "u", "z", 1);
  bob.running = false;
  assert.deepEqual(one.models().map(({ id }) => id), ["B", "__proto__", "a", "b", "z"]);
  assert.deepEqual(one.health(), { closing: false, models: 5, answering: 4 });
  one.close("over");
  assert.deepEqual(one.health(), { closing: true, models: 0, answering: 0 });
});

Deno.test("EndpointDesk tells nobody of a session whose request could be taken back unseen", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  one.subscribe(alice, "u1", "m", 1);
  const unseen = opened(one, "m");
  const seen = opened(one, "m");
  alice.waiting.add(unseen.id);
  unseen.abandon();
  seen.abandon();
  assert.deepEqual(alice.ends.map(({ session }) => session), [seen.id]);
  assert.deepEqual(alice.ended, [unseen.id, seen.id]);
});

Deno.test("EndpointDesk answers which handle a run takes over", () => {
  const [one, alice] = [desk(), new Owner("alice")];
  assert.equal(one.subscribe(alice, "u1", "m", 1), undefined);
  assert.equal(one.subscribe(alice, "u2", "m", 2), "u1");
  assert.equal(one.subscribe(alice, "u3", "m", 3), "u2");
});
