import { strictEqual } from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { VERSION } from "./version.ts";

Deno.test("VERSION is the version in deno.json", () => {
  strictEqual(VERSION, config.version);
});
