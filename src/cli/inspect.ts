/**
 * `omw inspect`: prints what is in a component.
 * @module
 */

import { type ComponentReport, inspectComponent } from "../runtime/inspect_component.ts";
import type { Invocation } from "./options.ts";
import { writeOut } from "./output.ts";

/** Prints the report; resolves with 0, also for a component that omw cannot run: it says so. */
export async function inspect({ argument, values }: Invocation): Promise<number> {
  const path = argument ?? "";
  const report = await inspectComponent(path, new AbortController().signal);
  const file = { file: path, ...report };
  await writeOut(values.json === true ? `${JSON.stringify(file, undefined, 2)}\n` : reportText(path, report));
  return 0;
}

function reportText(path: string, report: ComponentReport): string {
  const lines = [
    `${path}: ${report.bytes} bytes`,
    `world: ${report.world === "omw" ? "omw" : "another than omw's"}`,
    `omw can run it: ${report.fault === undefined ? "yes" : `no: ${report.fault}`}`,
  ];
  section(lines, "exports", report.exports);
  section(lines, "imports", report.imports.map(({ name, functions }) => functions ? `${name}: ${functions.join(" ")}` : name));
  section(lines, "records, with the releases of omw that had this shape", Object.entries(report.records).map(pair));
  section(lines, "core modules", report.cores.map(({ name, bytes }) => `${name}: ${bytes} bytes`));
  section(
    lines,
    "keys of the runtime entry that it may need",
    report.grants.map(({ key, imports }) => `${key}: for ${imports.join(" ")}`),
  );
  return lines.map((line) => `${line}\n`).join("");
}

function section(lines: string[], title: string, items: readonly string[]): void {
  lines.push(`${title}:${items.length === 0 ? " none" : ""}`, ...items.map((item) => `  ${item}`));
}

function pair([name, value]: [string, string]): string {
  return `${name}: ${value}`;
}
