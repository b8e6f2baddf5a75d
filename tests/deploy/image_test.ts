/**
 * The container's image, built from the Dockerfile's own steps and run without an engine. The program in it is omw where `./compile.sh`
 * has left tarballs in dist/ (or in the folder that OMW_DIST names), else Deno itself, which needs of the image what omw needs.
 */

import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { basename, join } from "node:path";
import { inFolder } from "../support/folder.ts";
import { freePort } from "../support/free_port.ts";
import { readSource, root } from "../support/source_files.ts";
import { events, Upstream } from "../support/upstream.ts";
import { askModel } from "./support/ask_model.ts";
import { noRoots } from "./support/base_root.ts";
import { must, testWhere } from "./support/command.ts";
import { jsonForm, startContainer } from "./support/container.ts";
import { buildImage, type Image } from "./support/image.ts";

const dockerfile = readSource("assets/Dockerfile");
const arch = `${Deno.build.arch}-linux`;

/** The folder with the tarballs of releases, and which variants it has. */
const dist = Deno.env.get("OMW_DIST") ?? join(root, "dist");
const released = ["full", "rhai", "js"].filter((variant) => {
  try {
    return Deno.statSync(join(dist, `omw-${variant}-${arch}.tar.gz`)).isFile;
  } catch {
    return false;
  }
});
const withRhai = released.find((variant) => variant !== "js");

/** A tarball as a release has it, with another program in it. */
async function packProgram(folder: string, variant: string, program: string): Promise<string> {
  const name = variant === "default" ? `omw-${arch}` : `omw-${variant}-${arch}`;
  const content = join(folder, "content");
  const notices = ["LICENSE", "THIRD-PARTY.txt"];
  await Deno.mkdir(content, { recursive: true });
  await Deno.copyFile(program, join(content, name));
  await Deno.chmod(join(content, name), 0o755);
  for (const file of notices) await Deno.writeTextFile(join(content, file), `${file}\n`);
  const form = ["--create", "--use-compress-program=gzip -1", "--file", join(folder, `${name}.tar.gz`), "-C", content];
  await must("tar", [...form, name, ...notices]);
  await Deno.remove(content, { recursive: true });
  return `${name}.tar.gz`;
}

/** A context for `OMW_SOURCE=local`: the tarballs in dist/, and what else the Dockerfile copies. */
async function contextWith(folder: string, tarball: string): Promise<string> {
  const context = join(folder, "context");
  await Deno.mkdir(join(context, "dist"), { recursive: true });
  await Deno.mkdir(join(context, "assets"));
  await Deno.copyFile(tarball, join(context, "dist", basename(tarball)));
  await must("cp", ["-a", join(root, "assets/healthcheck.sh"), join(context, "assets/")]);
  return context;
}

/** Makes the folders that a container gets to write to belong to the image's user. */
async function ownFolder(path: string, image: Image): Promise<string> {
  await Deno.mkdir(path, { recursive: true });
  await must("chown", ["-R", image.settings.get("USER") ?? "", path]);
  return path;
}

testWhere(
  noRoots(),
  "the image's program runs as another user than root, on a root that is read-only, with nothing else there",
  async () => {
    await inFolder(async (folder) => {
      await Deno.chmod(folder, 0o755);
      const tarball = await packProgram(folder, "default", Deno.execPath());
      const context = await contextWith(folder, join(folder, tarball));
      const args = { OMW_SOURCE: "local", OMW_VARIANT: "default" };
      const image = await buildImage({ dockerfile, context, args, folder: join(folder, "stages") });
      const workspace = await ownFolder(join(folder, "workspace"), image);

      const program = `
      const fails = (path) => { try { Deno.writeTextFileSync(path, ""); return false; } catch { return true; } };
      Deno.writeTextFileSync("made", "x");
      const libc = Deno.dlopen("libc.so.6", { getuid: { parameters: [], result: "u32" } });
      console.log(JSON.stringify({
        uid: libc.symbols.getuid(),
        folder: Deno.cwd(),
        env: Object.keys(Deno.env.toObject()).sort(),
        readOnly: ["/etc/x", "/usr/local/bin/omw", "/var/cache/omw/x", "/tmp/x"].every(fails),
        time: new Date(0).toLocaleTimeString("en", { timeZone: "Europe/Berlin" }),
      }));
    `;
      const [omw = ""] = jsonForm(image.settings.get("ENTRYPOINT"));
      await using container = startContainer(image, {
        command: [omw, "eval", "--no-lock", program],
        mounts: { "/var/lib/omw": workspace },
        env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
      });
      const { code, stdout, stderr } = await container.end();
      deepStrictEqual([code, stderr], [0, ""]);
      const { env, ...found } = JSON.parse(stdout);
      deepStrictEqual(found, { uid: 1000, folder: "/var/lib/omw", readOnly: true, time: "1:00:00 AM" });
      for (const name of ["DENO_TLS_CA_STORE", "XDG_CACHE_HOME"]) ok(env.includes(name), `${name} is not set`);
      strictEqual(await Deno.readTextFile(join(workspace, "made")), "x");
      await checkFiles(image);
    });
  },
);

/** What the image holds beside the program: certificates, time zones, licences; the C library where Alpine's own does not look. */
async function checkFiles(image: Image): Promise<void> {
  const at = (path: string) => Deno.lstat(join(image.root, path));
  for (const path of ["etc/ssl/certs/ca-certificates.crt", "usr/share/zoneinfo/Europe/Berlin"]) ok((await at(path)).isFile, path);
  for (const path of ["glibc/copyright", "libgcc/copyright", "omw/LICENSE", "omw/THIRD-PARTY.txt"]) {
    ok((await at(`usr/share/licenses/${path}`)).isFile, path);
  }
  const libraries = [...Deno.readDirSync(join(image.root, `usr/lib/${Deno.build.arch}-linux-gnu`))].map(({ name }) => name);
  deepStrictEqual(libraries.filter((name) => !name.startsWith("ld-linux")).sort(), [
    "libc.so.6",
    "libdl.so.2",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "librt.so.1",
  ]);
  const shared = ["lib", "usr/lib"].flatMap((folder) => [...Deno.readDirSync(join(image.root, folder))]);
  deepStrictEqual(shared.filter(({ name }) => name.includes(".so") && !name.startsWith("ld-linux")).map(({ name }) => name), []);
  strictEqual((await at("usr/local/bin/omw")).uid, 0);
  strictEqual(((await at("var/cache/omw")).mode ?? 0) & 0o777, 0o700);
}

testWhere(
  noRoots(),
  "a release is downloaded by its version and variant, and only with the sum that it was published with",
  async () => {
    await inFolder(async (folder) => {
      const tarball = await packProgram(folder, "js", "/bin/true");
      const [sum = ""] = (await must("sha256sum", [join(folder, tarball)])).split(" ");
      const asked: string[] = [];
      let sums = `${"0".repeat(64)}  omw-${arch}.tar.gz\n${sum}  ${tarball}\n`;
      await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        if (pathname.endsWith("/SHA256SUMS")) return new Response(sums);
        return pathname.endsWith(`/${tarball}`)
          ? new Response(await Deno.readFile(join(folder, tarball)))
          : new Response("no", { status: 404 });
      });
      const build = (name: string, more: Record<string, string> = {}) =>
        buildImage({
          dockerfile,
          context: root,
          args: { OMW_VERSION: "9.8.7", OMW_VARIANT: "js", OMW_RELEASES: `http://127.0.0.1:${server.addr.port}/of`, ...more },
          folder: join(folder, name),
        });

      const image = await build("good");
      deepStrictEqual(asked, [`/of/v9.8.7/${tarball}`, "/of/v9.8.7/SHA256SUMS"]);
      deepStrictEqual(await Deno.readFile(join(image.root, "usr/local/bin/omw")), await Deno.readFile("/bin/true"));

      sums = `${"0".repeat(64)}  ${tarball}\n`;
      await rejects(build("tampered"), /FAILED/);
      sums = "";
      await rejects(build("unlisted"), /ended with 1/);
      await rejects(build("absent", { OMW_VARIANT: "full" }), /404/);
      sums = `${sum}  ${tarball}\n`;
      const other = Deno.build.arch === "x86_64" ? "aarch64-linux" : "x86_64-linux";
      await rejects(build("foreign", { OMW_ARCH: other }), /404|OMW_ARCH is/);
    });
  },
);

const noProgram = withRhai === undefined
  ? `no tarball of rhai or full in ${dist.replace(`${root}/`, "")}; run ./compile.sh`
  : undefined;

testWhere(
  noRoots() ?? noProgram,
  "omw serves the example's agent in the image, is found healthy, and ends in order",
  async () => {
    await inFolder(async (folder) => {
      await Deno.chmod(folder, 0o755);
      await using upstream = await Upstream.start(() =>
        events({ choices: [{ delta: { content: "Hello from outside." } }] }, "[DONE]")
      );
      const variant = withRhai ?? "";
      const context = await contextWith(folder, join(dist, `omw-${variant}-${arch}.tar.gz`));
      const image = await buildImage({
        dockerfile,
        context,
        args: { OMW_SOURCE: "local", OMW_VARIANT: variant },
        folder: join(folder, "stages"),
      });
      const workspace = await ownFolder(join(folder, "workspace"), image);
      await Deno.writeTextFile(join(workspace, "brain.rhai"), readSource("assets/brain.example.rhai"));
      const port = freePort();
      await using container = startContainer(image, {
        mounts: { "/var/lib/omw": workspace, "/etc/omw/omw.toml": join(root, "assets/omw.example.toml") },
        env: {
          OMW__ENDPOINT__LISTEN: `127.0.0.1:${port}`,
          OMW__PROVIDERS__OPENAI__BASE_URL: `${upstream.url}/v1`,
          OMW__PROVIDERS__OPENAI__API_KEY: "key-of-the-test",
          OMW__TUNABLES__ALLOW_UNLOCKED_SECRETS: "true",
          OMW_HEALTHCHECK_PORT: String(port),
        },
      });
      await container.seen(/"agent iteration starting"/);

      const health = async () => {
        await using check = startContainer(image, {
          command: jsonForm(image.settings.get("HEALTHCHECK")),
          env: { OMW_HEALTHCHECK_PORT: String(port) },
        });
        return await check.end();
      };
      deepStrictEqual(await health(), { code: 0, stdout: "", stderr: "" });

      const reply = await askModel(port, "assistant").catch((error) => `${error}\n${container.stderr}`);
      strictEqual(reply, "Hello from outside.");
      container.kill("SIGTERM");
      const { code, stderr } = await container.end();
      strictEqual(code, 0, stderr);
      ok(!stderr.includes("key-of-the-test"));
    });
  },
);
