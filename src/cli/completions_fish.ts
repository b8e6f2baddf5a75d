/**
 * Completions for fish, with what each word does beside it.
 * @module
 */

import { type CommandNode, nodesOf, valuedFlags, wordSteps } from "./command_tree.ts";

/** The script. */
export function fishCompletions(): string {
  const nodes = [...nodesOf()];
  return `# fish completion for omw; omw completions fish writes it
function __omw_at --description "whether the words so far are this command"
    set -l words (commandline -opc)
    set -l command ""
    set -l skip 0
    string match -qr '(^|/)omw-test$' -- $words[1]; and set command test
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case ${valuedFlags().join(" ")}
                set skip 1
            case '-*'
            case '*'
                switch "$command $word"
                    case ${wordSteps(nodes).map(quoted).join(" ")}
                        set command (string trim -- "$command $word")
                end
        end
    end
    test "$command" = "$argv[1]"
end

complete -c omw -c omw-test -f
${nodes.flatMap(lines).join("\n")}
`;
}

function lines({ path, children, options, args }: CommandNode): string[] {
  const start = `complete -c omw -c omw-test -n ${quoted(`__omw_at "${path}"`)}`;
  return [
    ...children.map(({ word, summary }) => `${start} -a ${word} -d ${quoted(summary)}`),
    ...args.map(({ choices, summary }) =>
      choices === undefined ? `${start} -F` : `${start} -a ${quoted(choices.join(" "))} -d ${quoted(summary)}`
    ),
    ...options.map(({ flag, value, summary, choices }) => {
      const values = choices === undefined
        ? value === "path" ? " -r -F" : value === undefined ? "" : " -x"
        : ` -x -a ${quoted(choices.join(" "))}`;
      return `${start} -l ${flag}${values} -d ${quoted(summary)}`;
    }),
  ];
}

/** In single quotes fish knows two escapes. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
