/**
 * The program: hands over to the command line, or, in a process that the host started, to the program of a brain or of the
 * transpiler. Each is imported lazily, so that a brain process starts without the host's libraries.
 *
 * What not every command needs is imported by a computed address, `import(import.meta.resolve("…"))`, here and elsewhere: Deno reads
 * all that it can find by looking at the sources before it runs the first line, which for the whole program takes twice as long as an
 * empty program's start (measured). The bundler for compiled programs is told of this form.
 * @module
 */

if (Deno.args[0] === "__brain") {
  await (await import(import.meta.resolve("./src/brain/main.ts")) as typeof import("./src/brain/main.ts")).main();
} else if (Deno.args[0] === "__transpile") {
  const child = await import(
    import.meta.resolve("./src/runtime/transpile_child.ts")
  ) as typeof import("./src/runtime/transpile_child.ts");
  await child.main(Deno.args[1] ?? "wasm");
} else {
  await (await import("./src/cli/main.ts")).main();
}
