import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { inFolder } from "../../tests/support/folder.ts";
import { omw } from "../../tests/support/omw.ts";
import { completions, shells } from "./completions.ts";
import { nodesOf } from "./command_tree.ts";

/** How each shell is asked what it offers for a line whose last word is still being typed; one offer a line. */
const ask = {
  bash: (line: string, script: string) => {
    const words = line.split(" ").map((word) => `'${word}'`).join(" ");
    return `source ${script}; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _omw "\${COMP_WORDS[0]}"
printf '%s\\n' "\${COMPREPLY[@]}"`;
  },
  fish: (line: string, script: string) => `source ${script}; complete -C '${line}'`,
  // What the completion system would be told; the system itself only works at a prompt.
  zsh: (line: string, script: string) =>
    `compdef() { :; }; source ${script}
_describe() { local name=\${@[-1]}; print -rl -- \${(P)name%%:*}; }
compadd() { shift; print -rl -- "$@"; }
_files() { print -rl -- *; }
_message() { :; }
words=(${line.split(" ").map((word) => `'${word}'`).join(" ")}); CURRENT=$#words; service=$words[1]; _omw`,
};

async function hasShell(shell: string): Promise<boolean> {
  return (await new Deno.Command("/bin/sh", { args: ["-c", `command -v ${shell}`], stdout: "null" }).output()).success;
}

for (const { shell, file } of shells) {
  const ignore = !await hasShell(shell);
  Deno.test({
    name: `the completions for ${shell} offer commands, options, choices and files${ignore ? ` (no ${shell} here)` : ""}`,
    ignore,
    async fn() {
      await inFolder(async (folder) => {
        await Deno.writeTextFile(`${folder}/${file}`, completions(shell));
        await Deno.writeTextFile(`${folder}/a file.toml`, "");
        const offered = async (line: string) => {
          const { success, stdout, stderr } = await new Deno.Command(shell, {
            args: ["-c", ask[shell](line, `${folder}/${file}`)],
            cwd: folder,
            env: { HOME: folder },
          }).output();
          const errors = new TextDecoder().decode(stderr);
          deepStrictEqual([success, errors], [true, ""], line);
          const lines = new TextDecoder().decode(stdout).split("\n").filter((text) => text !== "");
          return new Set(lines.map((text) => text.split("\t")[0]!));
        };
        const has = async (line: string, wanted: string[], unwanted: string[]) => {
          const found = await offered(line);
          const text = `${line}: ${[...found].join(" ")}`;
          for (const word of wanted) ok(found.has(word), `${word} is not offered for ${text}`);
          for (const word of unwanted) ok(!found.has(word), `${word} is offered for ${text}`);
        };
        await has("omw ", ["run", "test", "self", "completions"], ["check-nothing", "a file.toml"]);
        await has("omw test ", ["run", "schema"], ["loop"]);
        await has("omw-test ", ["run", "schema"], ["loop"]);
        await has("omw --log-level run test ", ["run", "schema"], ["loop"]);
        await has("omw run --", ["--config", "--watch", "--verbose", "--help"], ["--junit", "--version"]);
        await has("omw run --config ", ["a file.toml"], ["--watch", "run"]);
        await has("omw run --log-format ", ["auto", "tty", "pipe"], ["a file.toml"]);
        await has("omw completions ", ["bash", "zsh", "fish"], ["run"]);
        await has("omw scaffold ", ["a file.toml"], ["run"]);
      });
    },
  });
}

Deno.test("omw completions writes the script, and refuses other shells", async () => {
  const written = await omw(["completions", "bash"]);
  deepStrictEqual([written.code, written.stdout, written.stderr], [0, completions("bash"), ""]);
  const refused = await omw(["completions", "csh"]);
  strictEqual(refused.code, 2);
  ok(refused.stderr.includes("bash, zsh, fish"), refused.stderr);
});

Deno.test("every command is in the tree once, groups before their commands", () => {
  const paths = [...nodesOf()].map(({ path }) => path);
  strictEqual(new Set(paths).size, paths.length);
  ok(paths.indexOf("test") < paths.indexOf("test run"));
  ok(paths.includes("generate test config"));
});
