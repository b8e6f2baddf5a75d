/**
 * Rows about the broker: bytes between a component and a file, through the component's process and back (issue "Brains in any language",
 * Bounds).
 * @module
 */

import { Guest, preopen } from "../support/wasi_guest.ts";
import { paired, type Row } from "./row.ts";

const BYTES = 100_000_000;

/** What the guest reads and writes at once: what one call carries. */
const PIECE = 1024 * 1024;

/** The rows. */
export async function brokerBench(): Promise<Row[]> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "omw-bench-" }));
  await using guest = await Guest.start();
  try {
    await fill(`${folder}/from`);
    const through = async () => {
      const { lines, end } = await guest.run([`copy /d/from /d/to ${PIECE}`], { preopens: [preopen(folder, "/d", true)] });
      const ms = /^ok (\d+)$/.exec(lines[0] ?? "")?.[1];
      if (ms === undefined) throw new Error(`the guest did not copy: ${JSON.stringify([lines, end])}`);
      await Deno.remove(`${folder}/to`);
      return Number(ms);
    };
    const plain = async () => {
      const begun = performance.now();
      await Deno.copyFile(`${folder}/from`, `${folder}/plain`);
      const took = performance.now() - begun;
      await Deno.remove(`${folder}/plain`);
      return took;
    };
    const copy = await paired(5, through, plain);
    const speed = (ms: number) => `${Math.round(BYTES / ms / 1000)} MB/s`;
    return [{
      name: "plain copy of 100 MB : a component's copy through the broker",
      ratio: 1 / copy.ratio,
      least: 0.1,
      note: `${speed(copy.ours)} : ${speed(copy.calibration)}`,
    }];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A file that no file system can shorten to a hole. */
async function fill(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  const piece = crypto.getRandomValues(new Uint8Array(65_536));
  for (let left = BYTES; left > 0;) left -= await file.write(piece.subarray(0, Math.min(left, piece.length)));
}
