import assert from "node:assert/strict";
import { bodyPauses, readBody } from "./body.ts";

function streamed(
  pieces: string[],
  end = true,
  headers: Record<string, string> = {},
): { request: Request; cancelled: () => boolean } {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (end) controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  return { request: new Request("http://localhost/", { method: "POST", body, headers }), cancelled: () => cancelled };
}

async function read(request: Request, limit: number, pauseMs = 30_000): Promise<string> {
  return new TextDecoder().decode(await readBody(request, limit, bodyPauses(pauseMs)));
}

Deno.test("readBody() reads up to its limit, declared or not", async () => {
  assert.equal(await read(streamed(["ab", "cd"]).request, 4), "abcd");
  assert.equal(await read(streamed(["abcd"], true, { "content-length": "4" }).request, 4), "abcd");
  assert.equal(await read(new Request("http://localhost/", { method: "POST" }), 4), "");
});

Deno.test("readBody() puts many and large pieces together", async () => {
  const pieces = Array.from({ length: 5 }, (_, i) => String(i).repeat(200_000));
  const whole = pieces.join("");
  assert.equal(await read(streamed(pieces).request, 1_000_000), whole);
  assert.equal(await read(streamed(pieces, true, { "content-length": "1000000" }).request, 2_000_000), whole);
});

Deno.test("readBody() refuses what is larger, after reading the rest away", async () => {
  await assert.rejects(read(streamed(["ab", "cde"]).request, 4), { status: 413 });
  const declared = streamed(["abcde"], true, { "content-length": "5" });
  await assert.rejects(read(declared.request, 4), { status: 413 });
});

Deno.test("readBody() gives up on a client that pauses, and lets go of its body", async () => {
  const silent = streamed(["ab"], false);
  // As the listener does for a server: the bound on a pause does not keep the program alive.
  const alive = setInterval(() => {}, 1_000);
  await assert.rejects(read(silent.request, 4, 20), { status: 408 });
  clearInterval(alive);
  assert.equal(silent.cancelled(), true);
});

Deno.test("readBody() tells a body that breaks off", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error("reset"));
    },
  });
  await assert.rejects(read(new Request("http://localhost/", { method: "POST", body }), 4), { status: 400 });
});
