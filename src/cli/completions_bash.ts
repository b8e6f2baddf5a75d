/**
 * Completions for bash. They need nothing of the bash-completion package.
 * @module
 */

import { type CommandNode, nodesOf, valuedFlags, valueKinds, wordSteps } from "./command_tree.ts";

/** The script. */
export function bashCompletions(): string {
  const nodes = [...nodesOf()];
  const steps = wordSteps(nodes).map((step) => `"${step}"`);
  return `# bash completion for omw; omw completions bash writes it
_omw() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command="" words="" files="" skip="" word i
  [[ \${1##*/} == omw-test ]] && command=test
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == "=" ]] && continue
    if [[ -n $skip ]]; then
      skip=""
      continue
    fi
    case $word in
      ${valuedFlags().join(" | ")}) skip=1 ;;
      -*) ;;
      *)
        case "$command $word" in
          ${steps.join(" | ")}) command=\${command:+$command }$word ;;
        esac
        ;;
    esac
  done
  # --option=value comes as three words.
  [[ $prev == "=" ]] && prev=\${COMP_WORDS[COMP_CWORD-2]}
  [[ $cur == "=" ]] && cur=""
  COMPREPLY=()
  case $prev in
${valueCases().join("\n")}
  esac
  if [[ -z $files ]]; then
    case $command in
${nodes.map(nodeCase).join("\n")}
    esac
  fi
  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  if [[ -n $files && $cur != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -F _omw omw omw-test
`;
}

/** What follows an option that takes a value. */
function valueCases(): string[] {
  const { paths, chosen, free } = valueKinds();
  return [
    `    ${paths.join(" | ")}) files=1 ;;`,
    ...chosen.map(({ flag, choices = [] }) =>
      `    --${flag}) mapfile -t COMPREPLY < <(compgen -W "${choices.join(" ")}" -- "$cur") && return ;;`
    ),
    `    ${free.join(" | ")}) return ;;`,
  ];
}

function nodeCase({ path, children, options, args }: CommandNode): string {
  const words = [...children.map(({ word }) => word), ...args.flatMap(({ choices = [] }) => choices)];
  const flags = options.map(({ flag }) => `--${flag}`);
  const files = args.some(({ choices }) => choices === undefined) ? " files=1" : "";
  return `      "${path}") words="${[...words, ...flags].join(" ")}"${files} ;;`;
}
