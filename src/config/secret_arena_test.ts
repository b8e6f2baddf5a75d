import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import type { MemoryLock } from "./libc.ts";
import { SecretArena } from "./secret_arena.ts";

const PAGE = 4096;

/** Records which ranges are locked. */
class RecordingLock implements MemoryLock {
  readonly pageSize = PAGE;
  readonly locked = new Set<Uint8Array>();
  lock(bytes: Uint8Array<ArrayBuffer>): void {
    this.locked.add(bytes);
  }
  unlock(bytes: Uint8Array<ArrayBuffer>): void {
    strictEqual(this.locked.delete(bytes), true);
  }
}

Deno.test("SecretArena stores secrets side by side in one locked range", () => {
  const lock = new RecordingLock();
  const arena = new SecretArena(lock);
  const a = arena.store(new Uint8Array([1, 2, 3]));
  const b = arena.store(new Uint8Array([4, 5]));
  strictEqual(lock.locked.size, 1);
  strictEqual(a.bytes.buffer, b.bytes.buffer);
  deepStrictEqual([[...a.bytes], [...b.bytes]], [[1, 2, 3], [4, 5]]);
});

Deno.test("SecretArena leaves a page free at both ends of a range", () => {
  const lock = new RecordingLock();
  new SecretArena(lock).store(new Uint8Array(1));
  const [range] = lock.locked;
  ok(range !== undefined);
  strictEqual(range.byteOffset, PAGE);
  strictEqual(range.buffer.byteLength, range.byteLength + 2 * PAGE);
});

Deno.test("SecretArena takes another range when one is full and a larger one for a large secret", () => {
  const lock = new RecordingLock();
  const arena = new SecretArena(lock);
  const first = arena.store(new Uint8Array(4 * PAGE - 1));
  const second = arena.store(new Uint8Array(2));
  const large = arena.store(new Uint8Array(9 * PAGE + 1).fill(7));
  deepStrictEqual([...lock.locked].map((range) => range.byteLength / PAGE), [4, 4, 10]);
  strictEqual(large.bytes.every((byte) => byte === 7), true);
  for (const slot of [first, second, large]) slot.release();
  strictEqual(lock.locked.size, 0);
});

Deno.test("SecretArena wipes at each release and unlocks at the last one of a range", () => {
  const lock = new RecordingLock();
  const arena = new SecretArena(lock);
  const a = arena.store(new Uint8Array([1, 2]));
  const b = arena.store(new Uint8Array([3]));
  a.release();
  a.release();
  deepStrictEqual([[...a.bytes], [...b.bytes], lock.locked.size], [[0, 0], [3], 1]);
  b.release();
  strictEqual(lock.locked.size, 0);
  const [c, relocked] = [arena.store(new Uint8Array([9])), lock.locked.size];
  deepStrictEqual([[...c.bytes], relocked], [[9], 1]);
});

Deno.test("SecretArena gives nothing out of a range that cannot be locked", () => {
  const lock = new RecordingLock();
  const arena = new SecretArena(lock);
  lock.lock = () => {
    throw new Error("limit");
  };
  throws(() => arena.store(new Uint8Array(1)), /limit/);
  throws(() => arena.store(new Uint8Array(1)), /limit/);
});
