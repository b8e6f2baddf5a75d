/**
 * The program: hands over to the command line, or, in a process that the host started, to the program of a brain or of the
 * transpiler. Each is imported lazily, so that a brain process starts without the host's libraries.
 * @module
 */

if (Deno.args[0] === "__brain") {
  await (await import("./src/brain/main.ts")).main();
} else if (Deno.args[0] === "__transpile") {
  await (await import("./src/runtime/transpile_child.ts")).main(Deno.args[1] ?? "wasm");
} else {
  await (await import("./src/cli/main.ts")).main();
}
