/**
 * The records of the declaration files. Brain authors copy such a file whole, so each of the three spells all of them out; here they
 * are held against what the program has (`src/protocol/model.ts`) and against the contract of components.
 */

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { camelCase, membersOf } from "../tests/support/declarations.ts";
import { readSource } from "../tests/support/source_files.ts";

const model = readSource("src/protocol/model.ts");
const documented = readSource("brains/omw.d.ts");
const later = readSource("brains/sdk-js/later.d.ts");
const component = readSource("brains/sdk-js/component.d.ts");
const contract = readSource("wit/omw.wit");

/** What brains are given, by the names in `model.ts`. */
const RECORDS = [
  "ToolCall",
  "ToolCallDelta",
  "ChatMessage",
  "ChatDelta",
  "ChatResult",
  "Tool",
  "ToolResult",
  "ResourceInfo",
  "ResourceTemplate",
  "ResourceContent",
  "EndpointMessage",
  "EndpointSessionEnd",
];

/** Records that a file writes where they are used, without a name. */
const UNNAMED = ["EndpointSessionEnd", "ResourceAnnotations"];

Deno.test("omw.d.ts has every member of the program's records, and an alias in camelCase of each that is in snake_case", () => {
  // The first call of 0.1.3, and the contents that are one content there.
  const more = new Map([["ChatMessage", "tool_call"], ["ResourceContent", "contents"]]);
  for (const name of RECORDS) {
    const members = new Set([...membersOf(model, name).keys(), ...more.has(name) ? [more.get(name)!] : []]);
    const wanted = new Set([...members, ...[...members].map(camelCase)]);
    deepStrictEqual([...membersOf(documented, name).keys()].sort(), [...wanted].sort(), name);
  }
});

Deno.test("later.d.ts has the members of the program's records in camelCase, optional where they are", () => {
  // What 0.1.3 alone has: the call so far, and the answer as one text.
  const gone = new Map([["ChatDelta", "tool_call"], ["ToolResult", "value"]]);
  for (const name of RECORDS.filter((name) => !UNNAMED.includes(name))) {
    const wanted = [...membersOf(model, name)].filter(([member]) => member !== gone.get(name));
    deepStrictEqual(
      sorted(membersOf(later, name)),
      sorted(wanted.map(([member, optional]) => [camelCase(member), optional])),
      name,
    );
  }
});

Deno.test("component.d.ts has the records of the contract, optional where they are", () => {
  const records = [...contract.matchAll(/^ {2}record ([\w-]+) \{\n([^]*?)^ {2}\}$/gm)];
  strictEqual(records.length, RECORDS.length + 3); // the annotations of tools and of resources, and the event's envelope
  for (const [, name = "", body = ""] of records) {
    const title = camelCase(`-${name}`);
    if (UNNAMED.includes(title)) continue;
    const wanted = [...body.matchAll(/^ {4}([\w-]+): (option<)?/gm)].map(([, member = "", option]) => {
      return [camelCase(member), option !== undefined] as const;
    });
    deepStrictEqual(sorted(membersOf(component, title)), sorted(wanted), title);
  }
});

Deno.test("every declaration file and the contract have the program's kinds of events", () => {
  const kinds = namesIn(/^export type Event =\n([^]*?);$/m.exec(model)?.[1]?.replaceAll(/payload: \w+/g, ""), /"([a-z-]+)"/g);
  strictEqual(kinds.length, 12);
  for (const text of [documented, later]) {
    deepStrictEqual(namesIn(/type OmwEvent =\n((?: +\| .*\n)+)/.exec(text)?.[1], /"([a-z-]+)"/g), kinds);
  }
  deepStrictEqual(namesIn(/type Event =\n((?: +\| .*\n)+)/.exec(component)?.[1], /"([a-z-]+)"/g), kinds);
  deepStrictEqual(namesIn(/variant event \{\n([^]*?)\}/.exec(contract)?.[1], /^ +([a-z-]+)/gm), kinds);
});

function sorted(members: Iterable<readonly [string, boolean]>): (readonly [string, boolean])[] {
  return [...members].sort(([a], [b]) => a < b ? -1 : 1);
}

function namesIn(text: string | undefined, name: RegExp): string[] {
  return [...(text ?? "").matchAll(name)].map(([, found = ""]) => found).sort();
}
