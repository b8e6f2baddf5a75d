/**
 * The program: hands over to the command line, or, in a process that the host started for a brain, to the brain program. Either
 * side is imported lazily, so that a brain process starts without the host's libraries.
 * @module
 */

if (Deno.args[0] === "__brain") {
  await (await import("./src/brain/main.ts")).main();
} else {
  await (await import("./src/cli/main.ts")).main();
}
