/**
 * The form of the repository, checked on the code itself: the rooms and which way they may import, one idea a file with its test
 * beside it, entry files that only re-export, pinned imports, and nothing in a file that belongs to one machine.
 */

import { deepStrictEqual, ok } from "node:assert/strict";
import { basename } from "node:path";
import { importsOf, projectFiles, readSource, sourceFiles, withoutComments } from "./support/source_files.ts";

const families = ["provider", "tooling", "runtime", "endpoint"];
const belowFamilies = ["host", "pattern", "config", "protocol", "pure"];
const belowEngine = [...families, ...belowFamilies];

/** Which rooms each room may import, itself apart. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  // The brain's room for `omw build`: what it sends into a brain's world is built in.
  cli: ["testing", "engine", ...belowEngine, "brain"],
  testing: ["engine", ...belowEngine],
  engine: belowEngine,
  ...Object.fromEntries(families.map((family) => [family, belowFamilies])),
  pattern: ["protocol"],
  host: ["config", "protocol", "pure"],
  config: ["protocol"],
  protocol: [],
  pure: [],
  brain: ["protocol", "pure"],
};

/** Files that no test beside them or beside their importer covers: which they are, the test that does, and why it stands elsewhere. */
const testedElsewhere: readonly { files: RegExp; test: string; why: string }[] = [
  {
    files: /^src\/cli\/(?:agents|build|check|inspect|load|permissions|schema)\.ts$/,
    test: "src/cli/main_test.ts",
    why: "a command is its process",
  },
  { files: /^src\/cli\/test_(?:options|output|passes)\.ts$/, test: "src/cli/test_test.ts", why: "a command is its process" },
  { files: /^src\/brain\//, test: "src/brain/receive_test.ts", why: "they only run in a brain's process" },
  { files: /^src\/engine\//, test: "tests/scenarios/contain_test.ts", why: "the engine is everything at once" },
  {
    files: /^src\/host\/(?:agent|one_way|pumps|round_trip)\.ts$/,
    test: "tests/scenarios/at_most_once_test.ts",
    why: "a brain's calls need one",
  },
  {
    files: /^src\/protocol\/(?:check|frames|trace)\.ts$/,
    test: "src/runtime/brain_process_test.ts",
    why: "a frame is what both ends make of it",
  },
  { files: /^src\/provider\/openai_http\.ts$/, test: "src/provider/openai_test.ts", why: "it is seen on the wire" },
  { files: /^src\/tooling\/mcp_session\.ts$/, test: "src/tooling/mcp_connection_test.ts", why: "it takes a server" },
  { files: /^src\/runtime\//, test: "tests/scenarios/contain_test.ts", why: "a runtime is what its brains do" },
];

const sources = sourceFiles("src", "main.ts");
const code = sources.filter((file) => !file.endsWith("_test.ts"));
const imports = await importsOf(sourceFiles("src", "main.ts", "tests", "examples", "brains", "tools"));

/** `src/host/bus.ts` is in the room `host`; `src/mod.ts` and `main.ts` are in none. */
function roomOf(file: string): string | undefined {
  return /^src\/([^/]+)\//.exec(file)?.[1];
}

function edgesOf(file: string) {
  return imports.get(file) ?? [];
}

Deno.test("every folder of src is a room of the design", () => {
  const unknown = code.filter((file) => !Object.hasOwn(mayImport, roomOf(file) ?? "cli"));
  deepStrictEqual(unknown, []);
});

Deno.test("rooms import only what lies below them", () => {
  const wrong: string[] = [];
  for (const file of code) {
    const room = roomOf(file);
    if (room === undefined) continue;
    const allowed = [room, ...mayImport[room] ?? []];
    for (const edge of edgesOf(file)) {
      if (edge.file === undefined || allowed.includes(roomOf(edge.file) ?? "none")) continue;
      wrong.push(`${file} imports ${edge.file}`);
    }
  }
  deepStrictEqual(wrong, []);
});

Deno.test("rooms at the bottom, and the brain process, import no package", () => {
  const wrong: string[] = [];
  for (const file of code) {
    if (!["protocol", "pure", "brain"].includes(roomOf(file) ?? "")) continue;
    for (const { file: target, specifier } of edgesOf(file)) {
      if (target === undefined && !specifier.startsWith("node:")) wrong.push(`${file} imports ${specifier}`);
    }
  }
  deepStrictEqual(wrong, []);
});

Deno.test("main.ts imports the command line and the programs of its other processes, each only when it is needed", () => {
  const found = edgesOf("main.ts").map(({ file, dynamic }) => `${file} ${dynamic}`).sort();
  deepStrictEqual(found, ["src/brain/main.ts false", "src/cli/main.ts true", "src/runtime/transpile_child.ts false"]);
});

Deno.test("the command line loads its parser, the engine and the config only in commands", () => {
  const seen = new Set<string>();
  const open = ["src/cli/main.ts"];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const edge of edgesOf(file)) {
      if (edge.dynamic || edge.typeOnly) continue;
      if (edge.file !== undefined) open.push(edge.file);
      else ok(edge.specifier.startsWith("node:path"), `${file} loads ${edge.specifier}`);
    }
  }
  // And with the parser what starts the first brain, which takes longer to be ready than all else; it is little, and takes nothing along.
  const starting = ["src/runtime/brain_command.ts", "src/runtime/defaults.ts", "src/runtime/spawn_brain.ts"];
  const others = [...seen].filter((file) => !file.startsWith("src/cli/")).sort();
  deepStrictEqual(others, ["src/protocol/version.ts", ...starting]);
});

/**
 * An import that Deno does not follow before it runs (see `main.ts`): the address is a literal all the same, and its type names the same
 * file, so that readers, the compiler and these tests can follow it.
 */
const LATE =
  /\bimport\(\s*import\.meta\.resolve\("([^"]+)"\),?\s*\)\)?\s+as\s+(?:Promise<\s*)?typeof import\(\s*"([^"]+)",?\s*\)/g;

Deno.test("no import is computed at run time, but for late ones whose address and type name the same file", () => {
  const wrong = code.filter((file) => {
    const text = withoutComments(readSource(file));
    return /\bimport\((?!\s*["`])/.test(text.replaceAll(LATE, (whole, address, type) => address === type ? "" : whole));
  });
  deepStrictEqual(wrong, []);
});

Deno.test("files are named in snake_case", () => {
  const wrong = sourceFiles("src", "tests", "examples", "brains", "tools").filter((file) =>
    !/^[a-z0-9]+(?:_[a-z0-9]+)*\.ts$/.test(basename(file))
  );
  deepStrictEqual(wrong, []);
});

Deno.test("entry files only re-export", () => {
  const wrong = sources.filter((file) => basename(file) === "mod.ts").filter((file) => {
    const rest = withoutComments(readSource(file)).replaceAll(/export (?:type )?(?:\*(?: as \w+)?|\{[^}]*\}) from "[^"]+";/g, "");
    return rest.trim() !== "";
  });
  deepStrictEqual(wrong, []);
});

/** Whether a test stands beside the file, or beside a file of its room that imports it: then it is a part of what is tested there. */
function hasTest(file: string): boolean {
  return testBeside(file) || code.some((other) => {
    return roomOf(other) === roomOf(file) && testBeside(other) &&
      edgesOf(other).some((edge) => edge.file === file && !edge.typeOnly);
  });
}

function testBeside(file: string): boolean {
  return sources.includes(file.replace(/\.ts$/, "_test.ts"));
}

const untested = code.filter((file) => {
  return basename(file) !== "mod.ts" && !hasTest(file) && /\bfunction\b|\bclass\b|=>/.test(withoutComments(readSource(file)));
});

Deno.test("every file that does something has a test beside it or its importer, or is listed with the test that covers it", () => {
  deepStrictEqual(untested.filter((file) => !testedElsewhere.some(({ files }) => files.test(file))), []);
});

Deno.test("the list of files that are tested elsewhere is true", () => {
  const all = new Set(projectFiles());
  for (const { files, test } of testedElsewhere) {
    ok(untested.some((file) => files.test(file)), `${files} is listed but every file of it has a test`);
    ok(all.has(test), `${test} is listed but does not exist`);
  }
});

Deno.test("packages are imported by the names of deno.json, each pinned to one version and used", () => {
  const { imports: names }: { imports: Record<string, string> } = JSON.parse(readSource("deno.json"));
  for (const [name, target] of Object.entries(names)) {
    ok(/^npm:(?:@[^/@]+\/)?[^/@]+@\d+\.\d+\.\d+(?:-[\w.]+)?(?:\/[\w./-]+)?$/.test(target), `${name} is not pinned: ${target}`);
  }
  const used = new Set<string>();
  for (const [file, edges] of imports) {
    for (const { specifier } of edges) {
      if (/^(?:\.{1,2}\/|node:|file:)/.test(specifier)) continue;
      ok(Object.hasOwn(names, specifier), `${file} imports ${specifier}, which deno.json does not name`);
      used.add(specifier);
    }
  }
  deepStrictEqual(Object.keys(names).filter((name) => !used.has(name)), []);
});

Deno.test("no file names a package registry's host, or a path of one machine", () => {
  const foreign =
    /\bregistry\.[a-z]+\.[a-z]+\b|\b(?:npm)\.jsr\.io\b|(?:^|[\s"'`(=])\/(?:root|home\/[a-z]\w*|Users\/[A-Za-z]\w*)\/\w/m;
  const wrong: string[] = [];
  for (const file of projectFiles()) {
    if (/\.(?:wasm|wat|png|ico)$/.test(file)) continue;
    const found = foreign.exec(readSource(file));
    if (found !== null) wrong.push(`${file}: ${found[0].trim()}`);
  }
  deepStrictEqual(wrong, []);
});
