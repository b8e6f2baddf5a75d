/**
 * Dockerfiles as data: stages with their steps. As much of the format as omw's own file uses; anything else is an error, so that no step
 * is passed over (reference: docs.docker.com/reference/dockerfile).
 * @module
 */

/** One instruction of a stage. */
export type DockerStep =
  | { /** A build argument, with its default if it has one. */ arg: string; value?: string }
  | { /** A shell command. */ run: string }
  | { /** What is copied, the last path being where to. */ copy: string[]; /** The stage it comes from. */ from?: string }
  | { /** Variables of the container. */ env: [string, string][] }
  | { /** The working folder from here on. */ workdir: string }
  | { /** A word of the image's configuration and what it says. */ set: string; to: string };

/** One stage. */
export interface DockerStage {
  /** The image or the stage that it begins with, with variables in it. */
  from: string;
  /** Its own name. */
  name?: string;
  /** What follows. */
  steps: DockerStep[];
}

/** A whole file. */
export interface Dockerfile {
  /** The arguments before the first stage, with their defaults. */
  args: Map<string, string>;
  /** The stages in order; the last one is the image. */
  stages: DockerStage[];
}

/** Words whose value only describes the image. */
const settings = new Set(["LABEL", "VOLUME", "EXPOSE", "USER", "HEALTHCHECK", "ENTRYPOINT"]);

/**
 * Reads a Dockerfile.
 * @throws {Error} that names the line of an instruction that is not known here
 */
export function parseDockerfile(text: string): Dockerfile {
  const file: Dockerfile = { args: new Map(), stages: [] };
  for (const line of logicalLines(text)) {
    const [, word = "", rest = ""] = /^(\S+)\s+([^]*)$/.exec(line) ?? [];
    const stage = file.stages.at(-1);
    if (word === "FROM") file.stages.push(stageOf(rest));
    else if (stage !== undefined) stage.steps.push(stepOf(word, rest));
    else if (word === "ARG") file.args.set(...assignment(rest));
    else throw new Error(`not known before FROM: ${line}`);
  }
  return file;
}

/** Lines without comments, those that end in a backslash joined with the next. */
function logicalLines(text: string): string[] {
  const code = text.split("\n").filter((line) => !/^\s*(?:#|$)/.test(line)).join("\n");
  return code.replaceAll("\\\n", "").split("\n");
}

function stageOf(rest: string): DockerStage {
  const [, from = "", name] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
  if (from === "") throw new Error(`not known: FROM ${rest}`);
  return { from, ...(name !== undefined && { name }), steps: [] };
}

function stepOf(word: string, rest: string): DockerStep {
  if (word === "RUN") return { run: rest };
  if (word === "WORKDIR") return { workdir: rest };
  if (word === "ENV") return { env: [assignment(rest)] };
  if (settings.has(word)) return { set: word, to: rest };
  if (word === "ARG") {
    const [arg, value] = rest.includes("=") ? assignment(rest) : [rest];
    return value === undefined ? { arg } : { arg, value };
  }
  if (word === "COPY") {
    const [, from, paths = ""] = /^(?:--from=(\S+) )?([^-].*)$/.exec(rest) ?? [];
    if (paths !== "") return { copy: paths.split(" "), ...(from !== undefined && { from }) };
  }
  throw new Error(`not known: ${word} ${rest}`);
}

function assignment(text: string): [string, string] {
  const [, name = "", value = ""] = /^(\w+)=(\S*)$/.exec(text) ?? [];
  if (name === "") throw new Error(`not a name and a value: ${text}`);
  return [name, value];
}

/** Puts in the values of `$NAME` and `${NAME}`; one without a value is empty, as Docker has it. */
export function expand(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (_, braced?: string, plain?: string) => values.get(braced ?? plain ?? "") ?? "",
  );
}
