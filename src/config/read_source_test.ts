import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { isStdin, readSource } from "./read_source.ts";

Deno.test("readSource() gives the text without a byte order mark, the folder and the format", async () => {
  const cwd = await Deno.makeTempDir();
  await Deno.mkdir(join(cwd, "sub"));
  await Deno.writeTextFile(join(cwd, "sub", "omw.JSON"), "\ufeff{}");
  deepStrictEqual(await readSource("sub/omw.JSON", cwd), {
    label: "sub/omw.JSON",
    path: join(cwd, "sub", "omw.JSON"),
    dir: join(cwd, "sub"),
    format: "json",
    text: "{}",
  });
  await Deno.remove(cwd, { recursive: true });
});

Deno.test("readSource() joins what standard input brings in pieces, inside a character too", async () => {
  const bytes = new TextEncoder().encode("ключ = 1");
  const stdin = ReadableStream.from([bytes.slice(0, 3), bytes.slice(3)]);
  strictEqual((await readSource("-", "/", stdin)).text, "ключ = 1");
});

Deno.test("isStdin() knows the names of standard input", () => {
  for (const name of ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]) strictEqual(isStdin(name), true);
  strictEqual(isStdin("./-"), false);
});

Deno.test("readSource() refuses a path that leads through a file, and an empty one", async () => {
  const file = await Deno.makeTempFile();
  await rejects(readSource(`${file}/omw.toml`, "/"), { name: "ConfigError" });
  await Deno.remove(file);
  await rejects(readSource("", "/"), { message: '"" is a folder; name the config file in it' });
});

Deno.test("readSource() reads the process's own standard input", async () => {
  const program = `import { readSource } from ${JSON.stringify(new URL("./read_source.ts", import.meta.url).href)};
    console.log((await readSource("-", "/")).text);`;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, program);
  const args = ["run", "--no-check", `--config=${config}`, "--allow-env", "--allow-read", file];
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("a = 1"));
  await writer.close();
  strictEqual(new TextDecoder().decode((await child.output()).stdout), "a = 1\n");
  await Deno.remove(file);
});
