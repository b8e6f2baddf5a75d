/**
 * Completions for zsh, with what each word does beside it.
 * @module
 */

import { type CommandNode, nodesOf, valuedFlags, valueKinds, wordSteps } from "./command_tree.ts";

/** The script; it belongs in a folder of `$fpath` as `_omw`. */
export function zshCompletions(): string {
  const nodes = [...nodesOf()];
  const steps = wordSteps(nodes).map((step) => `"${step}"`);
  return `#compdef omw omw-test
# zsh completion for omw; omw completions zsh writes it
_omw() {
  local command="" skip="" word i
  local -a found flags
  [[ $service == omw-test ]] && command=test
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $skip ]]; then
      skip=""
      continue
    fi
    case $word in
      (${valuedFlags().join("|")}) skip=1 ;;
      (-*) ;;
      (*)
        case "$command $word" in
          (${steps.join("|")}) command=\${command:+$command }$word ;;
        esac
        ;;
    esac
  done
  case $words[CURRENT-1] in
${valueCases().join("\n")}
  esac
  case $command in
${nodes.map(nodeCase).join("\n")}
  esac
  (( $#found )) && _describe -t commands "omw command" found
  _describe -o -t options "option" flags
}
# Called as the function itself when it is loaded from $fpath; sourced, it registers.
if [[ $funcstack[1] == _omw ]]; then
  _omw "$@"
else
  compdef _omw omw omw-test
fi
`;
}

function valueCases(): string[] {
  const { paths, chosen, free } = valueKinds();
  return [
    `    (${paths.join("|")}) _files; return ;;`,
    ...chosen.map(({ flag, choices = [] }) => `    (--${flag}) compadd -- ${choices.join(" ")}; return ;;`),
    `    (${free.join("|")}) _message value; return ;;`,
  ];
}

function nodeCase({ path, children, options, args }: CommandNode): string {
  const words = [
    ...children.map(({ word, summary }) => described(word, summary)),
    ...args.flatMap(({ choices = [], summary }) => choices.map((choice) => described(choice, summary))),
  ];
  const flags = options.map(({ flag, summary }) => described(`--${flag}`, summary));
  const files = args.some(({ choices }) => choices === undefined) ? "\n      _files" : "";
  return `    ("${path}")\n      found=(${words.join(" ")})\n      flags=(${flags.join(" ")})${files}\n      ;;`;
}

/** A word and its description as one quoted word; a colon parts the two. */
function described(word: string, summary: string): string {
  return `'${word.replaceAll(":", "\\:")}:${summary.replaceAll("'", "'\\''")}'`;
}
