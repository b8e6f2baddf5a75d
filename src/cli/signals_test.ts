import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { EndSignal } from "./signals.ts";

const script = `
  import { onEndSignals } from ${JSON.stringify(import.meta.resolve("./signals.ts"))};
  const say = (text) => Deno.stdout.writeSync(new TextEncoder().encode(text + "\\n"));
  onEndSignals({ first: (signal) => say("first " + signal), third: (signal, code) => { say("third " + signal); Deno.exit(code); } });
  Deno.addSignalListener("SIGUSR1", () => say("alive"));
  setTimeout(() => {}, 60_000);
  say("ready");
`;

/** Sends signals to a process one after the other, each followed by a question whether it lives; its lines and exit code. */
async function signalled(...signals: EndSignal[]): Promise<{ lines: string[]; code: number }> {
  const child = new Deno.Command(Deno.execPath(), { args: ["eval", script], stdout: "piped" }).spawn();
  const lines: string[] = [];
  const left = [...signals];
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    for (const line of text.split("\n").filter((part) => part !== "")) {
      lines.push(line);
      if (line.startsWith("first")) child.kill("SIGUSR1");
      else if (line === "ready" || line === "alive") child.kill(left.shift() ?? "SIGKILL");
      // The second signal says nothing, so the question comes right behind it.
      if (line === "alive" && left.length > 0) child.kill("SIGUSR1");
    }
  }
  return { lines, code: (await child.status).code };
}

Deno.test("onEndSignals() takes the first of each signal as the wish to end", async () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    const { lines } = await signalled(signal);
    deepStrictEqual(lines.slice(0, 2), ["ready", `first ${signal}`]);
  }
});

Deno.test("onEndSignals() ignores the second and ends at the third with 128 and its number", async () => {
  const { lines, code } = await signalled("SIGTERM", "SIGINT", "SIGTERM");
  deepStrictEqual(lines, ["ready", "first SIGTERM", "alive", "alive", "third SIGTERM"]);
  strictEqual(code, 143);
});
