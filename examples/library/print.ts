/**
 * Lines on standard output.
 * @module
 */

/** Writes a line. */
export async function print(line: string): Promise<void> {
  let rest = new TextEncoder().encode(`${line}\n`);
  while (rest.length > 0) rest = rest.subarray(await Deno.stdout.write(rest));
}
