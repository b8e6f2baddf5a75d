/** Files in YAML: the compose file and the workflows. */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { parseDocument } from "yaml";
import { projectFiles, readSource } from "../support/source_files.ts";
import { parseDockerfile } from "./support/dockerfile.ts";

/** The document of a file, without any complaint of the parser: a key that is there twice is one. */
function yamlOf<T>(file: string): T {
  const document = parseDocument(readSource(file), { strict: true, uniqueKeys: true });
  deepStrictEqual([...document.errors, ...document.warnings].map(String), [], file);
  return document.toJS();
}

/** What of a compose file's service is looked at. */
interface Service {
  build: { context: string; dockerfile: string; args: Record<string, string> };
  env_file: string[];
  environment: Record<string, string>;
  volumes: string[];
  ports: string[];
  tmpfs: string[];
  read_only: boolean;
}

/** A job of a workflow. */
interface Job {
  "runs-on": string;
  "timeout-minutes"?: number;
  permissions?: Record<string, string>;
  needs?: string | string[];
  steps: { uses?: string; run?: string; name?: string }[];
}

/** A workflow. */
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const dockerfile = parseDockerfile(readSource("assets/Dockerfile"));
const workflows = projectFiles().filter((file) => file.startsWith(".github/workflows/"));

function settingsOfImage(): Map<string, string> {
  const steps = dockerfile.stages.at(-1)?.steps ?? [];
  return new Map(steps.flatMap((step) => "set" in step ? [[step.set, step.to] as const] : []));
}

Deno.test("the compose file builds the image with arguments that it has, and mounts what the image expects", () => {
  const { services, volumes }: { services: Record<string, Service>; volumes: Record<string, unknown> } = yamlOf(
    "assets/compose.yaml",
  );
  const { omw } = services;
  ok(omw !== undefined);
  strictEqual(omw.build.dockerfile, "assets/Dockerfile");
  const known = dockerfile.stages.flatMap(({ steps }) => steps).flatMap((step) => "arg" in step ? [step.arg] : []);
  deepStrictEqual(Object.keys(omw.build.args).filter((name) => !known.includes(name)), []);
  deepStrictEqual(omw.env_file, ["./omw.env"]);
  deepStrictEqual(omw.environment, {
    OMW__ENDPOINT__LISTEN: "0.0.0.0:8080",
    OMW__TUNABLES__ALLOW_UNLOCKED_SECRETS: "true",
  });

  const targets = omw.volumes.map((volume) => volume.split(":")[1]);
  const settings = settingsOfImage();
  ok(targets.includes(settings.get("VOLUME")));
  match(settings.get("ENTRYPOINT") ?? "", new RegExp(`"${targets.find((path) => path?.endsWith(".toml"))}"`));
  ok(omw.volumes.some((volume) => volume.startsWith(`${Object.keys(volumes)[0]}:`)));
  deepStrictEqual(omw.ports.map((port) => port.split(":").at(-1)), [settings.get("EXPOSE")]);

  // With a read-only root the cache needs a folder of its own, and it belongs to the image's user.
  strictEqual(omw.read_only, true);
  const [uid, gid] = (settings.get("USER") ?? "").split(":");
  const env = dockerfile.stages.at(-1)?.steps.flatMap((step) => "env" in step ? step.env : []) ?? [];
  ok(omw.tmpfs.includes(`${new Map(env).get("XDG_CACHE_HOME")}:uid=${uid},gid=${gid},mode=0700`));
});

Deno.test("the image's settings are the documented ones", () => {
  const settings = settingsOfImage();
  strictEqual(settings.get("ENTRYPOINT"), `["/usr/local/bin/omw", "loop", "--config", "/etc/omw/omw.toml"]`);
  deepStrictEqual([settings.get("VOLUME"), settings.get("EXPOSE")], ["/var/lib/omw", "8080"]);
  match(settings.get("USER") ?? "", /^[1-9]\d*:[1-9]\d*$/);
  match(settings.get("HEALTHCHECK") ?? "", /CMD \["\/usr\/local\/bin\/omw-healthcheck"\]$/);
  const defaults = new Map<string, string | undefined>();
  for (const { steps } of dockerfile.stages) {
    for (const step of steps) if ("arg" in step && !defaults.get(step.arg)) defaults.set(step.arg, step.value);
  }
  deepStrictEqual([defaults.get("OMW_VARIANT"), defaults.has("OMW_VERSION"), defaults.has("OMW_ARCH")], ["rhai", true, true]);
});

Deno.test("there is a workflow for the gate and one for releases", () => {
  deepStrictEqual(workflows, [".github/workflows/gate.yml", ".github/workflows/release.yml"]);
});

for (const file of workflows) {
  Deno.test(`${file} grants little, is bounded, and pins what it uses`, () => {
    const workflow: Workflow = yamlOf(file);
    deepStrictEqual(workflow.permissions, { contents: "read" });
    for (const [name, job] of Object.entries(workflow.jobs)) {
      ok((job["timeout-minutes"] ?? 0) > 0, `${name} has no time limit`);
      for (const needed of [job.needs ?? []].flat()) ok(Object.hasOwn(workflow.jobs, needed), `${name} needs ${needed}`);
      for (const { uses, run } of job.steps) {
        ok((uses === undefined) !== (run === undefined), `a step of ${name} has to use or to run something`);
        if (uses !== undefined) match(uses, /^(?:\.\/.+|[\w-]+\/[\w./-]+@v\d+(?:\.\d+)*)$/, name);
        // What a pull request or a tag is called comes from outside and would be part of the command.
        ok(!/\$\{\{\s*github\.(?:event|head_ref|ref_name)/.test(run ?? ""), `${name} puts a name from outside into a command`);
      }
    }
  });
}

Deno.test("the release workflow starts with a version's tag and publishes every tarball with its sum", () => {
  const workflow: Workflow = yamlOf(".github/workflows/release.yml");
  deepStrictEqual(workflow.on, { push: { tags: ["v*"] } });
  const commands = Object.values(workflow.jobs).flatMap(({ steps }) => steps.map(({ run }) => run ?? "")).join("\n");
  match(commands, /\.\/compile\.sh/);
  match(commands, /sha256sum --check SHA256SUMS/);
  match(commands, /gh release create/);
  const publishing = Object.entries(workflow.jobs).filter(([, job]) => job.permissions?.contents === "write").map(([name]) =>
    name
  );
  deepStrictEqual(publishing, ["publish"]);
});
