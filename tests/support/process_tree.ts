/**
 * Who is alive below whom, read from `/proc`.
 * @module
 */

/** The living processes below a process. */
export async function childrenOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number[]>();
  for await (const entry of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(entry.name)) continue;
    const stat = await Deno.readTextFile(`/proc/${entry.name}/stat`).catch(() => "");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (!isLive(state)) continue;
    parents.set(Number(parent), [...parents.get(Number(parent)) ?? [], Number(entry.name)]);
  }
  const found: number[] = [];
  for (let open = [pid]; open.length > 0;) {
    open = open.flatMap((one) => parents.get(one) ?? []);
    found.push(...open);
  }
  return found;
}

/** Whether a process is alive; one that is dead and not reaped yet is not. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  return stat !== "" && isLive(stat.slice(stat.lastIndexOf(")") + 2)[0]);
}

/** Waits until none of the processes is alive. @throws when one goes on */
export async function allGone(pids: readonly number[]): Promise<void> {
  const limit = Date.now() + 10_000;
  for (const pid of pids) {
    while (await isAlive(pid)) {
      if (Date.now() > limit) throw new Error(`process ${pid} is still alive`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function isLive(state: string | undefined): boolean {
  return state !== undefined && state !== "Z" && state !== "X";
}
