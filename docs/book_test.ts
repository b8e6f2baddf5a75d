import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { omw } from "../tests/support/omw.ts";
import { inFolder } from "../tests/support/folder.ts";
import { readSource, root } from "../tests/support/source_files.ts";
import { parse } from "../src/cli/program.ts";
import { loadConfig } from "../src/config/mod.ts";
import { Builder, Registries } from "../src/engine/mod.ts";
import { parseAssertions } from "../src/testing/assertions.ts";
import { type Block, blocksIn, book, linksOf, listedPages, pages, textOf } from "./book.ts";
import { definitions, withTables } from "./tables.ts";

Deno.test("the summary lists every page of the book, once", () => {
  deepStrictEqual(listedPages().toSorted(), pages());
});

Deno.test("every link of a page leads to a file, and to a heading that is there", () => {
  const wrong: string[] = [];
  for (const page of ["SUMMARY.md", ...pages()]) {
    for (const { target, path, heading } of linksOf(page)) {
      if (!exists(path)) wrong.push(`${page}: ${target}`);
      else if (heading !== undefined && !headings(Deno.readTextFileSync(path)).includes(heading)) {
        wrong.push(`${page}: ${target}#${heading}`);
      }
    }
  }
  deepStrictEqual(wrong, []);
});

Deno.test("every table of keys is what the schema says; `deno task docs` writes them anew", async () => {
  const known = await definitions();
  for (const page of pages()) strictEqual(textOf(page), withTables(textOf(page), known), page);
});

Deno.test("every toml block is a config that loads, and whose entries their kinds accept without a warning", async () => {
  const registries = Registries.builtin();
  await registries.prepare();
  const wrong: string[] = [];
  for (const { place, text } of blocksIn("toml")) {
    const warn = (message: string) => void wrong.push(`${place}: ${message}`);
    try {
      const loaded = await loadConfig({ path: "-", env: {}, cwd: root, stdin: new Blob([text]).stream() });
      loaded.warnings.forEach(warn);
      parseAssertions(loaded.config.assertions);
      const build = new Builder(loaded, registries, warn);
      for (const name of loaded.config.providers.keys()) build.provider(name);
      for (const name of loaded.config.tooling.keys()) await build.tooling(name).close();
      for (const name of loaded.config.runtime.keys()) await build.runtime({ name: "a", runtime: name, script: "" });
      build.endpoint();
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
    }
  }
  deepStrictEqual(wrong, []);
});

Deno.test("every js and rhai block is a sound brain", async () => {
  await inFolder(async (folder) => {
    const blocks = blocksIn("js", "rhai");
    ok(blocks.some(({ language }) => language === "rhai"));
    const agents = blocks.map(({ place, language, text }, index) => {
      const script = `${index}.${language}`;
      Deno.writeTextFileSync(join(folder, script), text);
      return `[[agents]]\nname = "${place}"\nruntime = "${language}"\nscript = "${script}"\n`;
    });
    await Deno.writeTextFile(
      join(folder, "omw.toml"),
      `${agents.join("")}[runtime]\njs = { kind = "js" }\nrhai = { kind = "rhai" }\n`,
    );
    const { code, stderr } = await omw(["check"], { cwd: folder });
    deepStrictEqual([code, stderr], [0, ""]);
  });
});

Deno.test("every ts block is a file of docs/blocks, where `deno check` and `deno lint` look at it as a user's program", () => {
  const folder = join(book, "blocks");
  const files = [...Deno.readDirSync(folder)].map(({ name }) => Deno.readTextFileSync(join(folder, name)));
  const blocks = blocksIn("ts").map(({ text }) => text.replaceAll('"@omw/omw"', '"../../src/mod.ts"'));
  deepStrictEqual(blocks.toSorted(), files.toSorted());
});

Deno.test("every omw command of an sh block is one that omw understands, and every deno task exists", () => {
  const { tasks }: { tasks: Record<string, unknown> } = JSON.parse(readSource("deno.json"));
  const commands = commandsOf(blocksIn("sh"));
  ok(commands.some(({ words: [program] }) => program === "omw"));
  const wrong = commands.filter(({ words: [program, ...rest] }) => {
    if (program === "omw") return !("invocation" in parse(rest));
    return program === "deno" && rest[0] === "task" && !Object.hasOwn(tasks, rest[1] ?? "");
  });
  deepStrictEqual(wrong, []);
});

/** The command lines of blocks as words; settings of variables before them are left out. */
function commandsOf(blocks: readonly Block[]): { place: string; words: string[] }[] {
  return blocks.flatMap(({ place, text }) =>
    text.trim().replaceAll("\\\n", " ").split("\n").map((line) => {
      const words = [...line.matchAll(/"([^"]*)"|(\S+?)(?=\s|$)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
      return { place, words: words.filter((word, index) => index > 0 || !word.includes("=")) };
    })
  );
}

function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(/[^\w\s-]/g, "").trim().replaceAll(/\s+/g, "-")
  );
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
