/**
 * The root folders that stand in for the images of Docker's library: busybox, and the files that the host's own packages have.
 * @module
 */

import { dirname, join } from "node:path";
import { must, which } from "./command.ts";

/** The C library's files on a Debian of this machine's architecture, as the Dockerfile looks for them. */
const DEBIAN_FILES: readonly string[] = [
  ...["libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libgcc_s.so.1"]
    .map((name) => `/lib/${Deno.build.arch}-linux-gnu/${name}`),
  Deno.build.arch === "x86_64" ? "/lib64/ld-linux-x86-64.so.2" : "/lib/ld-linux-aarch64.so.1",
  "/usr/share/doc/libc6/copyright",
  "/usr/share/doc/libgcc-s1/copyright",
];

/** What Alpine's packages bring that the Dockerfile installs. */
const ALPINE_PACKAGES = new Map([
  ["ca-certificates", "/etc/ssl/certs/ca-certificates.crt"],
  ["tzdata", "/usr/share/zoneinfo/Europe/Berlin"],
]);

/** Alpine's package manager: it unpacks what was laid ready. */
const APK = `#!/bin/sh
set -eu
[ "$1 $2" = "add --no-cache" ] || { echo "apk: not known: $*" >&2; exit 1; }
shift 2
for package; do cp -r "/.packages/$package/." / || exit 1; done
`;

/** Programs of Alpine's busybox that not every build of it has. */
const ADDUSER = `#!/bin/sh
set -eu
home=/ user=
while [ $# -gt 0 ]; do
  case $1 in
    -D | -H) ;;
    -u) shift; id=$1 ;;
    -h) shift; home=$1 ;;
    -*) echo "adduser: not known: $1" >&2; exit 1 ;;
    *) user=$1 ;;
  esac
  shift
done
echo "$user:x:$id:$id:Linux User,,,:$home:/bin/sh" >> /etc/passwd
echo "$user:x:$id:" >> /etc/group
`;

/** What keeps this machine from building roots; nothing when it can. */
export function noRoots(): string | undefined {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return "chroot needs root on Linux";
  if (which("busybox") === undefined) return "busybox is not on this machine";
  const absent = [...DEBIAN_FILES, ...ALPINE_PACKAGES.values()].filter((path) => !exists(path));
  if (absent.length > 0) return `${absent[0]} is not on this machine`;
  const tried = new Deno.Command("unshare", { args: ["--mount", "--pid", "--fork", "true"], stderr: "null" });
  try {
    return tried.outputSync().success ? undefined : "unshare is not permitted";
  } catch {
    return "unshare is not on this machine";
  }
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Fills a new folder as the image's root.
 * @throws {Error} for an image that is not known here
 */
export async function fillRoot(root: string, image: string): Promise<void> {
  await Deno.mkdir(join(root, "etc"), { recursive: true });
  for (const folder of ["bin", "sbin", "lib", "proc", "dev", "usr/bin", "usr/local/bin", "var", "tmp"]) {
    await Deno.mkdir(join(root, folder), { recursive: true });
  }
  await Deno.copyFile(which("busybox") ?? "", join(root, "bin/busybox"));
  await must("chroot", [root, "/bin/busybox", "--install", "-s", "/bin"]);
  await Deno.writeTextFile(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  await Deno.writeTextFile(join(root, "etc/group"), "root:x:0:\n");
  if (/^alpine:3\.\d+$/.test(image)) await fillAlpine(root);
  else if (/^debian:\d+-slim$/.test(image)) { for (const path of DEBIAN_FILES) await copyFrom(path, join(root, path)); }
  else throw new Error(`no root stands in for the image ${image}`);
}

async function fillAlpine(root: string): Promise<void> {
  for (const [name, path] of ALPINE_PACKAGES) await copyFrom(path, join(root, ".packages", name, path));
  for (const [name, text] of [["apk", APK], ["adduser", ADDUSER]] as const) {
    await Deno.remove(join(root, "bin", name)).catch(() => {}); // Where busybox has it.
    await Deno.writeTextFile(join(root, "bin", name), text, { mode: 0o755 });
  }
}

async function copyFrom(path: string, to: string): Promise<void> {
  await Deno.mkdir(dirname(to), { recursive: true });
  await Deno.copyFile(await Deno.realPath(path), to);
}
