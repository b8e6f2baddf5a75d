import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { decodeParts, encodeParts, sha256, writePieces } from "./transpiled.ts";

const parts = new Map([["a", new Uint8Array([1, 2, 10])], ["ü\n", new Uint8Array(0)], ["__proto__", new Uint8Array([3])]]);

async function encoded(): Promise<Uint8Array<ArrayBuffer>> {
  return await new Blob(encodeParts({ head: { x: "\n" }, parts })).bytes();
}

Deno.test("decodeParts() reads what encodeParts() wrote", async () => {
  deepStrictEqual(decodeParts(await encoded()), { head: { x: "\n" }, parts });
});

Deno.test("decodeParts() refuses what is cut off anywhere, or goes on", async () => {
  const bytes = await encoded();
  for (let length = 0; length < bytes.length; length++) throws(() => decodeParts(bytes.slice(0, length)), SyntaxError);
  throws(() => decodeParts(new Uint8Array([...bytes, 0])), { message: "there is more than the parts that the head names" });
});

Deno.test("decodeParts() refuses heads of another form", () => {
  for (
    const head of ["null", "[]", '{"head":{}}', '{"head":{},"parts":[["a",-1]]}', '{"head":{},"parts":[[1,0]]}', '{"parts":[]}']
  ) {
    throws(() => decodeParts(new TextEncoder().encode(`${head}\n`)), (error) => error instanceof Error, head);
  }
});

Deno.test("writePieces() goes on where a write took only a part", async () => {
  const written: number[] = [];
  const slow = {
    write(bytes: Uint8Array) {
      written.push(bytes[0]!);
      return Promise.resolve(1);
    },
  };
  await writePieces(slow, [new Uint8Array([1, 2]), new Uint8Array(0), new Uint8Array([3])]);
  deepStrictEqual(written, [1, 2, 3]);
});

Deno.test("sha256() hashes pieces as one", async () => {
  const [a, b] = [new TextEncoder().encode("ab"), new TextEncoder().encode("c")];
  // The test vector of FIPS 180-2 for "abc".
  strictEqual(await sha256(a, b), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  strictEqual(await sha256(new TextEncoder().encode("abc")), await sha256(a, b));
});
