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
