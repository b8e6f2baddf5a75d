/**
 * Configs of js agents that need nothing else, and the brain that is there and does nothing.
 * @module
 */

import { QUICK } from "./serving.ts";

/**
 * A config of js agents, each named as its script, with tunables under which a test need not wait; `more` is further TOML, of tunables
 * first.
 */
export function jsAgents(names: readonly string[], more = ""): string {
  const entries = names.map((name) => `[[agents]]\nname = "${name}"\nruntime = "js"\nscript = "${name}.js"\n`);
  return `[runtime.js]\nkind = "js"\n${entries.join("")}${QUICK}${more}`;
}

/** A brain that logs that its agent is up, and then hears whatever comes, for ever. */
export const IDLE = `omw.host.log("info", omw.host.whoami() + " is up");
for (;;) try { omw.host.recv(); } catch (error) { if (error.message !== "no event available") throw error; }`;
