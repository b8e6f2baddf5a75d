import { deepStrictEqual, match } from "node:assert/strict";
import { type AnyNode, parse } from "acorn";
import { makeInstaller } from "./js_install.ts";
import { worldKit } from "./js_kit.ts";
import { hardenGlobals } from "./realm_globals.ts";
import { makeWitBridge } from "./wit_bridge.ts";

/** The names that a function uses without declaring them anywhere in itself: enough, as these functions shadow nothing. */
function freeNames(source: string): string[] {
  const used = new Set<string>();
  const declared = new Set<string>(["undefined", "arguments"]);

  function declare(pattern: AnyNode | null): void {
    if (pattern === null) return;
    switch (pattern.type) {
      case "Identifier":
        declared.add(pattern.name);
        break;
      case "ObjectPattern":
        for (const property of pattern.properties) declare(property.type === "RestElement" ? property.argument : property.value);
        break;
      case "ArrayPattern":
        for (const element of pattern.elements) declare(element);
        break;
      case "RestElement":
        declare(pattern.argument);
        break;
      case "AssignmentPattern":
        declare(pattern.left);
    }
  }

  function visit(node: unknown, parent?: AnyNode, key?: string): void {
    if (Array.isArray(node)) return node.forEach((item) => visit(item, parent, key));
    if (typeof node !== "object" || node === null || typeof (node as AnyNode).type !== "string") return;
    const n = node as AnyNode;
    if (n.type === "VariableDeclarator") declare(n.id);
    if (n.type === "FunctionDeclaration" || n.type === "FunctionExpression" || n.type === "ArrowFunctionExpression") {
      if (n.id) declare(n.id);
      n.params.forEach(declare);
    }
    if (n.type === "CatchClause" && n.param) declare(n.param);
    if (n.type === "Identifier") {
      const isKey = (parent?.type === "Property" && key === "key" && !parent.computed) ||
        (parent?.type === "MemberExpression" && key === "property" && !parent.computed);
      if (!isKey) used.add(n.name);
    }
    for (const [k, child] of Object.entries(n)) visit(child, n, k);
  }

  visit(parse(`(${source})`, { ecmaVersion: "latest" }));
  return [...used].filter((name) => !declared.has(name)).sort();
}

for (const [name, part] of Object.entries({ ...worldKit, makeInstaller })) {
  if (name === "capturePrimordials") continue;
  Deno.test(`${name} uses its parameters alone, so it means inside what it means here`, () => {
    deepStrictEqual(freeNames(String(part)), []);
  });
}

Deno.test("capturePrimordials and hardenGlobals use globals of ECMAScript alone", () => {
  const globals = new Set(Object.getOwnPropertyNames(globalThis));
  for (const part of [worldKit.capturePrimordials, hardenGlobals]) {
    for (const name of freeNames(String(part))) {
      match(
        name,
        /^(Array|Error|Function|JSON|Math|Number|Object|Promise|RangeError|Reflect|Set|String|Symbol|TypeError|globalThis)$/,
      );
      deepStrictEqual(globals.has(name) || name === "globalThis", true);
    }
  }
});

Deno.test("freeNames() sees a free variable in each place where one can stand", () => {
  deepStrictEqual(freeNames("function f(a) { const { b } = a; return { c: d, [e]: a.x, g() { return h[b] } } }"), [
    "d",
    "e",
    "h",
  ]);
});

Deno.test("makeWitBridge uses its parameter and ECMAScript alone, so it means in a component what it means here", () => {
  deepStrictEqual(freeNames(String(makeWitBridge)), ["JSON", "Map", "Number", "String", "Uint8Array"]);
});
