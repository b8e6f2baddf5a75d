/**
 * The end of the process.
 * @module
 */

const actions: (() => Promise<void>)[] = [];
let ending = false;

/** Adds something to await before the process ends, such as writing the last log lines. It must have a time limit of its own. */
export function beforeExit(action: () => Promise<void>): void {
  actions.push(action);
}

/** Ends the process with this exit code after what `beforeExit` was given. The first call decides; never resolves. */
export async function exit(code: number): Promise<never> {
  if (ending) return await new Promise<never>(() => {});
  ending = true;
  await Promise.allSettled(actions.map((action) => action()));
  return Deno.exit(code);
}

/** Whether the end has begun: what goes wrong from then on is not reported. */
export function isEnding(): boolean {
  return ending;
}
