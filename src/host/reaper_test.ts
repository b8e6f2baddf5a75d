import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { allGone, childrenOf, isAlive } from "../../tests/support/process_tree.ts";
import { Reaper } from "./reaper.ts";

function sleeper(): Deno.ChildProcess {
  return new Deno.Command("/bin/sh", { args: ["-c", "sleep 600 & sleep 600"], detached: true, stdin: "null", stdout: "null" })
    .spawn();
}

Deno.test("Reaper kills the groups that are left when its pipe ends, and no others", async () => {
  const reaper = new Reaper(0);
  const [left, removed] = [sleeper(), sleeper()];
  reaper.add(left.pid);
  reaper.add(removed.pid);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const late = sleeper();
  reaper.add(late.pid);
  reaper.remove(removed.pid);
  await reaper.close();
  await late.status;
  await left.status;
  assert.equal(await isAlive(removed.pid), true);
  Deno.kill(-removed.pid, "SIGKILL");
  await removed.status;
});

Deno.test("Reaper outlives a host that is killed, and the terminal's signals", async () => {
  const script = `
    import { Reaper } from ${JSON.stringify(new URL("./reaper.ts", import.meta.url).href)};
    const child = new Deno.Command("sleep", { args: ["600"], detached: true, stdout: "null" }).spawn();
    new Reaper(0).add(child.pid);
    setTimeout(() => console.log(child.pid), 100);
    await new Promise(() => setTimeout(() => {}, 1e6));`;
  await using file = await tempFile(script);
  const host = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--config", fromRoot("deno.json"), file.path],
    stdout: "piped",
    detached: true,
  })
    .spawn();
  const { value } = await host.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  const pid = Number(value);
  assert.equal(await isAlive(pid), true);
  Deno.kill(-host.pid, "SIGKILL");
  await host.status;
  await allGone([pid]);
});

function fromRoot(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

async function tempFile(text: string): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(path, text);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path) };
}

Deno.test("Reaper starts nothing for what is over before its delay", async () => {
  const reaper = new Reaper(50);
  const short = sleeper();
  reaper.add(short.pid);
  Deno.kill(-short.pid, "SIGKILL");
  await short.status;
  reaper.remove(short.pid);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual((await childrenOf(Deno.pid)).length, 0);
  await reaper.close();
});
