import { deepStrictEqual } from "node:assert/strict";
import { componentTypes } from "./component_types.ts";

Deno.test("componentTypes() reads records, variants, functions and resource methods", () => {
  const { records, variants, functions } = componentTypes([
    `/** @module Interface omw:omw/types **/
export interface Usage {
  totalTokens?: bigint,
}
export type Role = RoleSystem | RoleOther;
export interface RoleSystem {
  tag: 'system',
}
export interface RoleOther {
  tag: 'other',
  val: Array<string>,
}
export type Level = 'low' | 'high';
`,
    `/** @module Interface omw:omw/provider@0.1.0 **/
export function get(name: string): Provider;
export type Usage = import('./omw-omw-types.js').Usage;

export class Provider {
  /**
   * This type does not have a public constructor.
   */
  private constructor();
  chat(model: string, params: string | undefined): Usage;
  static make(): Provider;
}
`,
  ]);
  deepStrictEqual(records, new Map([["Usage", new Map([["totalTokens", "?bigint"]])]]));
  deepStrictEqual(
    variants,
    new Map([
      ["Role", new Map([["system", ""], ["other", "Array<string>"]])],
      ["Level", new Map([["'low'", ""], ["'high'", ""]])],
    ]),
  );
  deepStrictEqual(
    functions,
    new Map([
      ["omw:omw/types", new Map()],
      ["omw:omw/provider", new Map([["get", "Provider"], ["Provider.chat", "Usage"], ["Provider.make", "Provider"]])],
    ]),
  );
});
