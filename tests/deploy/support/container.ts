/**
 * A program in the root of an image as an engine would start it: its own process and mount namespaces, a root that is read-only but for
 * what is mounted, the image's user, folder and environment and nothing else.
 * @module
 */

import { RunningOmw } from "../../support/omw.ts";
import type { Image } from "./image.ts";

/** What a container is given. */
export interface ContainerOptions {
  /** The program and its arguments in place of the image's own. */
  command?: string[];
  /** Files and folders of the host by where they appear. Folders can be written to, files cannot. */
  mounts?: Record<string, string>;
  /** Variables beside the image's. */
  env?: Record<string, string>;
}

/** Mounts in a namespace of its own, so that nothing is left of them, then becomes the program: the first process in there. */
const START = `
set -eu
root=$1; workdir=$2; user=$3; shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
for device in null zero urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$root\${2%/*}"; touch "$root$2"; fi
  mount --bind "$1" "$root$2"
  [ -d "$1" ] || mount -o remount,bind,ro "$root$2"
  shift 2
done
shift
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" --groups= "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"
`;

/**
 * A running container. Signals go to its first process, as those of `docker stop` do, and with that one all others end. The process that
 * made its namespaces cannot see to that: the kernel forgets such a wish when the program changes its user.
 */
export class Container extends RunningOmw {
  /** Sends a signal; nothing happens when the program has ended. */
  override kill(signal: Deno.Signal): void {
    try {
      const [first] = Deno.readTextFileSync(`/proc/${this.pid}/task/${this.pid}/children`).trim().split(" ");
      if (first) Deno.kill(Number(first), signal);
    } catch {
      // It has ended by itself.
    }
    if (signal === "SIGKILL") super.kill(signal);
  }
}

/** Starts the image's program, or another one in it. */
export function startContainer(image: Image, options: ContainerOptions = {}): Container {
  const { command = jsonForm(image.settings.get("ENTRYPOINT")), mounts = {}, env = {} } = options;
  const mounted = Object.entries(mounts).flatMap(([inside, outside]) => [outside, inside]);
  const child = new Deno.Command("unshare", {
    args: ["--mount", "--pid", "--fork", "--kill-child=KILL", "/bin/sh", "-c", START, "sh"]
      .concat([image.root, image.workdir, image.settings.get("USER") ?? "0:0", ...mounted, "--", ...command]),
    // The program sees PATH from the image; unshare and mount are found before, by the same list.
    env: { ...Object.fromEntries(image.env), ...env },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  return new Container(child.spawn());
}

/** A setting in its JSON form, such as `["/bin/x", "y"]`; a health check's command is what follows `CMD`. */
export function jsonForm(setting: string | undefined): string[] {
  const list: unknown = JSON.parse(/\[.*\]$/.exec(setting ?? "")?.[0] ?? "[]");
  if (!Array.isArray(list)) throw new Error(`not a list: ${setting}`);
  return list.map(String);
}
