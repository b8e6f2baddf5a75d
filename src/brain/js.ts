/**
 * Runs a JavaScript brain: each run in a fresh world, which is over when the run is (design §2, §4.3).
 * @module
 */

import type { Script } from "node:vm";
import type { ProgramRef } from "../protocol/frames.ts";
import type { Install } from "./js_install.ts";
import { installerSource } from "./js_kit.ts";
import type { Job, Outcome } from "./outcome.ts";
import { compile, pathName, Realm } from "./realm.ts";
import { syntaxFault } from "./syntax_fault.ts";

/** The script whose value is the function that installs the globals. */
const installer: Script = compile(`"use strict"; ${installerSource()}`, "omw:world");

/** Runs or checks a script. It doesn't throw: whatever goes wrong in the script is the outcome's `err`. */
export function runJs({ op, program, parts, client }: Job<Extract<ProgramRef, { kind: "js" }>>): Outcome {
  const filename = pathName(program.filename);
  const source = parts.texts.get("script") ?? "";
  let script: Script | undefined;
  const fault = syntaxFault(() => {
    script = compile(source, filename);
  });
  if (script === undefined) {
    const place = fault?.line === undefined ? filename : `${filename}:${fault.line}:${fault.column}`;
    return { err: `SyntaxError: ${fault?.message} (${place})` };
  }
  if (op === "check") return {};

  const realm = new Realm();
  // The world is ours until the script runs, so its functions can be taken off now. Later on no property of a value from inside is read.
  const install = realm.run(installer) as Install;
  const { completed, threw, settled } = install((op, args) => client.call(op, args), filename, program.api ?? "");
  let text: string;
  try {
    text = completed(realm.run(script));
  } catch (thrown) {
    text = threw(thrown);
  }
  if (text === "?") {
    realm.drain();
    text = settled();
  }
  client.close();
  return outcome(text);
}

/** Reads the text of an {@link Ending}. */
function outcome(text: unknown): Outcome {
  if (typeof text !== "string" || text === "?") {
    return { err: "the script's value is a promise that can never be settled: nothing is left to run" };
  }
  if (text === "") return {};
  return text[0] === "=" ? { v: text.slice(1) } : { err: text.slice(1) };
}
