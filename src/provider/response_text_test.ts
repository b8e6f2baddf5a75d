import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { noSignal } from "../../tests/support/provider.ts";
import { chunk, END, head, type Step, Upstream } from "../../tests/support/upstream.ts";
import { responseText } from "./response_text.ts";

async function read(steps: Step[], limit: number, signal = noSignal()) {
  await using upstream = await Upstream.start(() => [head(), ...steps]);
  const response = await fetch(upstream.url);
  return await responseText(response.body, limit, signal);
}

Deno.test("responseText() reads a whole body, characters cut by reads too", async () => {
  const bytes = new TextEncoder().encode("é😀");
  const steps = [...bytes].map((byte) => chunk(Uint8Array.of(byte)));
  deepStrictEqual(await read([...steps, END], 1000), { text: "é😀", isWhole: true });
  deepStrictEqual(await responseText(null, 10, noSignal()), { text: "", isWhole: true });
});

Deno.test("responseText() stops at its limit, at its signal and where the connection breaks, with what came before", async () => {
  const long = await read([chunk("x".repeat(1000)), { untilClosed: true }], 100);
  ok(long.text.startsWith("x".repeat(100)));
  strictEqual(long.isWhole, false);
  deepStrictEqual(await read([chunk("abc")], 100), { text: "abc", isWhole: false });
  deepStrictEqual(await read([chunk("abc"), { untilClosed: true }], 100, AbortSignal.timeout(100)), {
    text: "abc",
    isWhole: false,
  });
  deepStrictEqual(await read([chunk("abc"), END], 100, AbortSignal.abort()), { text: "", isWhole: false });
});
