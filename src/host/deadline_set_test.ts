import assert from "node:assert/strict";
import { DeadlineSet } from "./deadline_set.ts";

/** The set's own timer does not keep the program alive; this one does. */
async function until(met: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!met() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
}

Deno.test("DeadlineSet expires its members in order, but not those that were taken out", async () => {
  const expired: string[] = [];
  const set = new DeadlineSet<string>(30, (member) => expired.push(member));
  set.add("a");
  set.add("b");
  await new Promise((resolve) => setTimeout(resolve, 10));
  set.add("c");
  set.delete("a");
  await until(() => expired.length === 2);
  assert.deepEqual(expired, ["b", "c"]);
});

Deno.test("DeadlineSet keeps the deadline of a member that is added again, and can be used again when it was empty", async () => {
  const expired: string[] = [];
  const set = new DeadlineSet<string>(40, (member) => expired.push(member));
  const begun = performance.now();
  set.add("a");
  const again = setInterval(() => set.add("a"), 5);
  await until(() => expired.length > 0);
  clearInterval(again);
  assert.ok(performance.now() - begun >= 39);
  set.clear();
  set.add("b");
  await until(() => expired.includes("b"));
  assert.equal(expired.at(-1), "b");
});

Deno.test("DeadlineSet forgets everything when it is cleared, and survives a member that takes others out", async () => {
  const expired: string[] = [];
  const set = new DeadlineSet<string>(10, (member) => {
    expired.push(member);
    set.clear();
  });
  set.add("a");
  set.add("b");
  await until(() => expired.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(expired, ["a"]);
});

Deno.test("DeadlineSet waits longer than a timer can", async () => {
  const expired: string[] = [];
  const set = new DeadlineSet<string>(2 ** 32, (member) => expired.push(member));
  set.add("a");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(expired, []);
  set.clear();
});

Deno.test("DeadlineSet has one timer, which goes on for members that come after the set was empty", async () => {
  const expired: string[] = [];
  const set = new DeadlineSet<string>(60, (member) => expired.push(member));
  set.add("a");
  set.delete("a");
  await new Promise((resolve) => setTimeout(resolve, 40));
  const begun = performance.now();
  set.add("b");
  await until(() => expired.length > 0);
  assert.deepEqual(expired, ["b"]);
  assert.ok(performance.now() - begun >= 59);
});

Deno.test("DeadlineSet keeps the deadlines of those that wait when a member that expires adds another one", async () => {
  const expired: string[] = [];
  const set = new DeadlineSet<string>(100, (member) => {
    expired.push(member);
    if (member === "a") set.add("c");
  });
  set.add("a");
  await new Promise((resolve) => setTimeout(resolve, 20));
  const begun = performance.now();
  set.add("b");
  await until(() => expired.includes("b"));
  assert.ok(performance.now() - begun < 180, "b waited for the deadline of c");
  set.clear();
});
