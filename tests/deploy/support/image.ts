/**
 * The image without a container engine: a folder in which the steps of the Dockerfile were carried out, one by one, by `chroot`. The
 * images that it begins with are stood in for by a root of busybox alone, with the host's files for what their package managers bring.
 * @module
 */

import { basename, dirname, join } from "node:path";
import { type DockerStage, expand, parseDockerfile } from "./dockerfile.ts";
import { fillRoot } from "./base_root.ts";
import { must } from "./command.ts";

/** What the image says of how to run it. */
export interface ImageConfig {
  /** Its environment. */
  env: Map<string, string>;
  /** The folder that its program starts in. */
  workdir: string;
  /** Words such as `USER` and `ENTRYPOINT`, with their values as they are written. */
  settings: Map<string, string>;
}

/** A built image. */
export interface Image extends ImageConfig {
  /** Its root folder. */
  root: string;
}

/** What an image is built from. */
export interface ImageBuild {
  /** The text of the Dockerfile. */
  dockerfile: string;
  /** The folder that `COPY` takes files from. */
  context: string;
  /** What `--build-arg` sets. */
  args: Record<string, string>;
  /** An empty folder for the stages' roots. */
  folder: string;
}

/** The path that Docker sets where an image sets none. */
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Builds the last stage, and of the others those that it needs.
 * @throws {Error} when a step fails, with what it wrote
 */
export async function buildImage(build: ImageBuild): Promise<Image> {
  const { args, stages } = parseDockerfile(build.dockerfile);
  const given = new Map([...args, ...Object.entries(build.args)]);
  const built = new Map<DockerStage, Image>();

  async function stageImage(stage: DockerStage): Promise<Image> {
    const known = built.get(stage);
    if (known !== undefined) return known;
    const image = await begin(expand(stage.from, given), join(build.folder, String(stages.indexOf(stage))));
    await carryOut(stage, image);
    built.set(stage, image);
    return image;
  }

  async function begin(from: string, root: string): Promise<Image> {
    const base = stages.find(({ name }) => name === from);
    if (base === undefined) {
      await fillRoot(root, from);
      return { root, env: new Map([["PATH", PATH]]), workdir: "/", settings: new Map() };
    }
    const image = await stageImage(base);
    await must("cp", ["-a", image.root, root]);
    return { root, env: new Map(image.env), workdir: image.workdir, settings: new Map(image.settings) };
  }

  async function carryOut(stage: DockerStage, image: Image): Promise<void> {
    const values = new Map<string, string>();
    for (const step of stage.steps) {
      const all = new Map([...values, ...image.env]);
      if ("arg" in step) {
        const value = build.args[step.arg] ?? step.value ?? args.get(step.arg);
        if (value !== undefined) values.set(step.arg, value);
      } else if ("run" in step) {
        await must("chroot", [image.root, "/bin/sh", "-c", `cd "$0" && exec /bin/sh -c "$1"`, image.workdir, step.run], all);
      } else if ("copy" in step) {
        const source = step.from === undefined ? build.context : (await namedStage(step.from)).root;
        await copy(source, step.copy.map((path) => expand(path, all)), image);
      } else if ("env" in step) { for (const [name, value] of step.env) image.env.set(name, expand(value, all)); }
      else if ("workdir" in step) {
        image.workdir = expand(step.workdir, all);
        await Deno.mkdir(join(image.root, image.workdir), { recursive: true });
      } else image.settings.set(step.set, step.to);
    }
  }

  async function namedStage(name: string): Promise<Image> {
    const stage = stages.find((one) => one.name === name);
    if (stage === undefined) throw new Error(`COPY --from=${name}: there is no such stage`);
    return await stageImage(stage);
  }

  const last = stages.at(-1);
  if (last === undefined) throw new Error("the Dockerfile has no stage");
  return await stageImage(last);
}

/** `COPY`: a folder's contents, or files; the last path is where to, a folder if it ends in a slash. */
async function copy(source: string, paths: string[], image: Image): Promise<void> {
  const target = paths.pop() ?? "";
  const to = join(image.root, target.startsWith("/") ? target : join(image.workdir, target));
  if (target.endsWith("/")) await Deno.mkdir(to, { recursive: true });
  for (const path of paths) {
    const found = path.includes("*") ? await matches(source, path) : [join(source, path)];
    if (found.length === 0) throw new Error(`COPY ${path}: there is no such file in the context`);
    for (const from of found) {
      const isFolder = (await Deno.stat(from)).isDirectory;
      await must("cp", ["-a", isFolder ? `${from}/.` : from, to]);
      await must("chown", ["-h", "0:0", isFolder ? to : target.endsWith("/") ? join(to, basename(from)) : to]);
    }
  }
}

/** Files whose name matches a pattern with `*` in its last part. */
async function matches(source: string, pattern: string): Promise<string[]> {
  const folder = join(source, dirname(pattern));
  const [before = "", after = ""] = basename(pattern).split("*");
  const names = [];
  for await (const { name } of Deno.readDir(folder)) if (name.startsWith(before) && name.endsWith(after)) names.push(name);
  return names.sort().map((name) => join(folder, name));
}
