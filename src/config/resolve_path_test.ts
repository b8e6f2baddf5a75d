import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { pathCandidates, resolvePath } from "./resolve_path.ts";

Deno.test("pathCandidates() puts the config's folder first and names one place once", () => {
  deepStrictEqual(pathCandidates("a.js", { dir: "/etc/omw", cwd: "/home" }), ["/etc/omw/a.js", "/home/a.js"]);
  deepStrictEqual(pathCandidates("./a.js", { dir: "/x", cwd: "/x" }), ["/x/a.js"]);
  deepStrictEqual(pathCandidates("/a/../b.js", { dir: "/x", cwd: "/y" }), ["/b.js"]);
});

Deno.test("resolvePath() finds files beside the config, then in the working folder", async () => {
  const root = await Deno.makeTempDir();
  const [dir, cwd] = [join(root, "config"), join(root, "work")];
  await Deno.mkdir(dir);
  await Deno.mkdir(cwd);
  await Deno.writeTextFile(join(cwd, "brain.js"), "");
  strictEqual(await resolvePath("brain.js", { dir, cwd }), join(cwd, "brain.js"));
  await Deno.writeTextFile(join(dir, "brain.js"), "");
  strictEqual(await resolvePath("brain.js", { dir, cwd }), join(dir, "brain.js"));
  await rejects(resolvePath("other.js", { dir, cwd }), {
    name: "ConfigError",
    message: `"other.js" does not exist: looked for ${dir}/other.js and ${cwd}/other.js`,
  });
  // A file where a folder would have to be.
  await rejects(resolvePath("brain.js/x", { dir, cwd }), /does not exist/);
  await Deno.remove(root, { recursive: true });
});
