/**
 * `omw completions`: scripts that let a shell complete omw's command line, generated from the command definitions.
 * @module
 */

import { bashCompletions } from "./completions_bash.ts";
import { fishCompletions } from "./completions_fish.ts";
import { zshCompletions } from "./completions_zsh.ts";
import type { Invocation, Shell } from "./options.ts";
import { writeOut } from "./output.ts";

/** The shells, each with the file name under which it looks for a script. */
export const shells: readonly { readonly shell: Shell; readonly file: string }[] = [
  { shell: "bash", file: "omw.bash" },
  { shell: "zsh", file: "_omw" },
  { shell: "fish", file: "omw.fish" },
];

const scripts: Readonly<Record<Shell, () => string>> = { bash: bashCompletions, zsh: zshCompletions, fish: fishCompletions };

/** The script for a shell. It completes `omw` and `omw-test`. */
export function completions(shell: Shell): string {
  return scripts[shell]();
}

/** Writes the script for the shell that the invocation names, which was checked; resolves with 0. */
export async function writeCompletions({ argument }: Invocation): Promise<number> {
  await writeOut(completions(argument as Shell));
  return 0;
}
