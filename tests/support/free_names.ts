/**
 * The names that a source takes from its surroundings.
 * @module
 */

import { type AnyNode, type Function, type Identifier, parse, type Pattern } from "acorn";

/** Names by function scope would be exact; one set for the whole source suffices for code that shadows nothing it needs. */
interface Names {
  declared: Set<string>;
  used: Set<string>;
}

/**
 * The names that a script uses and nowhere declares, sorted. A name that any function in it declares counts as declared.
 * @throws {SyntaxError} when the source is no script
 */
export function freeNames(source: string): string[] {
  const names: Names = { declared: new Set(["arguments"]), used: new Set() };
  visit(parse(source, { ecmaVersion: "latest" }), names);
  return [...names.used].filter((name) => !names.declared.has(name)).sort();
}

function visit(node: AnyNode, names: Names): void {
  switch (node.type) {
    case "Identifier":
      names.used.add(node.name);
      return;
    case "VariableDeclarator":
      declare(node.id, names);
      break;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      for (const parameter of (node as Function).params) declare(parameter, names);
      if (node.type !== "ArrowFunctionExpression" && node.id) names.declared.add((node.id as Identifier).name);
      break;
    case "ClassDeclaration":
    case "ClassExpression":
      if (node.id) names.declared.add(node.id.name);
      break;
    case "CatchClause":
      if (node.param) declare(node.param, names);
      break;
  }
  for (const [key, child] of Object.entries(node)) {
    if (isName(node, key)) continue;
    for (const each of Array.isArray(child) ? child : [child]) {
      if (typeof each?.type === "string") visit(each as AnyNode, names);
    }
  }
}

/** Whether a member of a node names a property, which is no reference to anything. */
function isName(node: AnyNode, key: string): boolean {
  switch (node.type) {
    case "MemberExpression":
      return key === "property" && !node.computed;
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return key === "key" && !node.computed;
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return key === "label";
    default:
      return false;
  }
}

function declare(pattern: Pattern, names: Names): void {
  switch (pattern.type) {
    case "Identifier":
      names.declared.add(pattern.name);
      return;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        declare(property.type === "Property" ? property.value : property.argument, names);
      }
      return;
    case "ArrayPattern":
      for (const element of pattern.elements) if (element) declare(element, names);
      return;
    case "AssignmentPattern":
      declare(pattern.left, names);
      return;
    case "RestElement":
      declare(pattern.argument, names);
  }
}
