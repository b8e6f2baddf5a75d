import { deepStrictEqual, match, strictEqual } from "node:assert/strict";

/** What a process writes to standard error that starts the log and then runs `body`. */
async function logged(body: string, options: { env?: Record<string, string>; log?: unknown } = {}): Promise<string> {
  const script = `
    import { startLog } from ${JSON.stringify(import.meta.resolve("./log.ts"))};
    import { exit } from ${JSON.stringify(import.meta.resolve("./exit.ts"))};
    import { getLogger } from ${JSON.stringify(import.meta.resolve("../protocol/log.ts"))};
    const log = startLog(${JSON.stringify(options.log ?? { logFormat: "auto", verbose: false })});
    ${body}
    await exit(0);
  `;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--config", config, script],
    env: { OMW_LOG: "", RUST_LOG: "", ...options.env },
  }).output();
  strictEqual(code, 0);
  return new TextDecoder().decode(stderr);
}

function messages(text: string): string[] {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line).message);
}

const levels = `
  for (const target of [["omw", "host"], ["omw", "engine"], ["mcp"]]) {
    for (const level of ["debug", "info", "warn", "error"]) getLogger(target)[level](target.at(-1) + " " + level);
  }
`;

Deno.test("startLog() writes JSON lines, info and above, when standard error is no terminal", async () => {
  const text = await logged(
    `getLogger(["omw", "host"]).info("said {x} by {agent}", { agent: "a" }); getLogger(["omw"]).debug("no");`,
  );
  match(text, /^\{"timestamp":"[^"]+Z","level":"INFO","message":"said \{x\} by \{agent\}","agent":"a","target":"omw::host"\}\n$/);
});

Deno.test("startLog() takes the level from OMW_LOG before RUST_LOG, per target", async () => {
  const text = await logged(levels, { env: { OMW_LOG: "error,omw::host=debug,mcp=off", RUST_LOG: "trace" } });
  deepStrictEqual(messages(text), ["host debug", "host info", "host warn", "host error", "engine error"]);
  strictEqual(messages(await logged(levels, { env: { RUST_LOG: "off" } })).length, 0);
});

Deno.test("startLog() shows info and says so when the filter is not understood", async () => {
  const found = messages(await logged(levels, { env: { RUST_LOG: "loud" } }));
  strictEqual(found[0], "log filter not understood, showing info and above");
  strictEqual(found.length, 1 + 9);
});

Deno.test("startLog() obeys the command line before the environment", async () => {
  const env = { OMW_LOG: "off" };
  const log = { logFormat: "pipe", logLevel: "warn", verbose: true };
  strictEqual(messages(await logged(levels, { env, log })).length, 6);
  strictEqual(messages(await logged(levels, { env, log: { logFormat: "pipe", verbose: true } })).length, 12);
});

Deno.test("startLog() writes lines for people when asked to", async () => {
  const log = { logFormat: "tty", verbose: false };
  const text = await logged(`getLogger(["omw", "host"]).warn("careful", { agent: "a" }); log.writeLine("plain");`, { log });
  match(text, /^\d\d:\d\d:\d\d {2}WARN careful agent=a\nplain\n$/);
});
