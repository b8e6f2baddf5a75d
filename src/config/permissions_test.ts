import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { permissionFlags, requiredPermissions } from "./permissions.ts";
import type { Config } from "./schema.ts";
import { defaultTunables } from "./tunables.ts";

function config(...scripts: string[]): Config {
  return {
    agents: scripts.map((script, index) => ({ name: `agent-${index}`, runtime: "js", script })),
    providers: new Map(),
    tooling: new Map(),
    runtime: new Map(),
    memory: new Map(),
    tunables: defaultTunables(),
  };
}

Deno.test("requiredPermissions() asks for the config and for each place of a script", () => {
  const subject = { config: config("a.js", "/abs/b.js"), dir: "/etc/omw", path: "/etc/omw/omw.toml", cwd: "/work" };
  const permissions = requiredPermissions(subject, []);
  deepStrictEqual(permissions, {
    read: ["/abs/b.js", "/etc/omw/a.js", "/etc/omw/omw.toml", "/work/a.js"],
    write: [],
    net: [],
    run: [],
    env: [],
    ffi: false,
  });
  deepStrictEqual(requiredPermissions({ ...subject, watch: true }, []).read.includes("/etc/omw"), true);
});

Deno.test("requiredPermissions() joins what the families and the cli need", () => {
  const permissions = requiredPermissions({ config: config(), dir: "/x", cwd: "/x" }, [
    { net: ["api.openai.com:443"], secrets: true },
    { net: ["api.openai.com:443", "127.0.0.1:8080"], run: ["npx"] },
    { read: ["/cache"], write: ["/cache"], env: ["PATH", "HOME"] },
  ]);
  deepStrictEqual(permissionFlags(permissions), [
    "--allow-read=/cache",
    "--allow-write=/cache",
    "--allow-net=127.0.0.1:8080,api.openai.com:443",
    "--allow-run=npx",
    "--allow-env=HOME,PATH",
    "--allow-ffi",
  ]);
});

Deno.test("permissionFlags() are flags that Deno takes as meant", async () => {
  const dir = await Deno.makeTempDir();
  const file = `${dir}/file.txt`;
  await Deno.writeTextFile(file, "read");
  const program = `${dir}/program.ts`;
  await Deno.writeTextFile(
    program,
    `console.log(Deno.readTextFileSync(Deno.args[0]), Object.keys(Deno.env.toObject()).length > 0);`,
  );
  const flags = permissionFlags(requiredPermissions({ config: config(), dir, cwd: dir }, [{ read: [file], env: ["*"] }]));
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["run", "--no-prompt", ...flags, program, file] }).output();
  strictEqual(new TextDecoder().decode(stdout), "read true\n");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("permissionFlags() refuses a path that Deno would split", () => {
  const permissions = requiredPermissions({ config: config("/a,b.js"), dir: "/x", cwd: "/x" }, []);
  throws(() => permissionFlags(permissions), {
    name: "ConfigError",
    message: '"/a,b.js" cannot be named in --allow-read, because it holds a comma; rename it',
  });
});
