/**
 * What a component may try to get out of what it was granted (design §4.2). Each attempt is made by a real guest, Rust's std and WASI's own
 * functions, in a real brain process; beside it stands what has to come of it. Whatever is tried, the folder's outside stays unread and
 * unchanged.
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { inFolder } from "../support/folder.ts";
import { Guest, type GuestOptions, preopen } from "../support/wasi_guest.ts";

const SECRET = "what lies outside";

/** Commands, whose last one is the attempt, and what it comes to. */
type Attempt = readonly [commands: readonly string[], wanted: RegExp];

/** With `/d` (read and write), `/r` (read only) and `/d/inner` as a preopen of its own, `/i`. */
const files: Readonly<Record<string, Attempt>> = {
  "a path up by ..": [["raw read /d ../secret.txt"], /^err not-permitted$/],
  "a path up behind a folder": [["raw read /d sub/../../secret.txt"], /^err not-permitted$/],
  "a path up from a folder that was opened": [["raw hold /d sub s", "raw read s ../in.txt"], /^err not-permitted$/],
  "an absolute path": [["raw read /d /etc/passwd"], /^err not-permitted$/],
  "an absolute path that lies inside": [["raw read /d /d/in.txt"], /^err not-permitted$/],
  "a path of std that leaves the preopens": [["read /d/../secret.txt"], /^err /],
  "a path of std that names no preopen": [["read /etc/passwd"], /^err /],
  "a path with an empty text": [["raw read /d "], /^err no-entry$/],
  "a link to an absolute path": [["raw read /d absolute"], /^err not-permitted$/],
  "a link up": [["raw read /d up"], /^err not-permitted$/],
  "a link to a folder outside": [["raw read /d folder/secret.txt"], /^err not-permitted$/],
  "a link to a link": [["raw read /d chain"], /^err not-permitted$/],
  "a link that leads out and back": [["raw read /d back"], /^err not-permitted$/],
  "a link to itself": [["raw read /d loop"], /^err loop$/],
  "a dangling link, written through": [["raw write /d dangling text"], /^err not-permitted$/],
  "a link that is opened without being followed": [["raw create-at /d dangling"], /^err exist$/],
  "the text of a link that leads out": [["raw readlink /d absolute"], /^err not-permitted$/],
  "a file behind a link, described": [["raw stat /d absolute"], /^err not-permitted$/],
  "a new link": [["raw symlink /d /etc/passwd new"], /^err not-permitted$/],
  "a new link that stays inside": [["raw symlink /d in.txt new"], /^err not-permitted$/],
  "a second name of a link": [["raw link /d absolute /d second"], /^err not-permitted$/],
  "a second name of what a link leads to": [["raw link-followed /d absolute /d second"], /^err invalid$/],
  "a second name in a writable folder for a file that is not": [["raw link /r in.txt /d second"], /^err read-only$/],
  "a name outside for a file inside": [["raw link /d in.txt /d ../stolen"], /^err not-permitted$/],
  "renaming a file out": [["raw rename /d in.txt /d ../stolen"], /^err not-permitted$/],
  "renaming a file in": [["raw rename /d ../secret.txt /d mine"], /^err not-permitted$/],
  "renaming out of a read-only folder": [["raw rename /r in.txt /d mine"], /^err read-only$/],
  "renaming the preopen itself": [["raw rename /d . /d mine"], /^err busy$/],
  "removing a file outside": [["raw unlink /d ../secret.txt"], /^err not-permitted$/],
  "removing a folder behind a link": [["raw rmdir /d folder"], /^err not-directory$/],
  "a folder made outside": [["raw mkdir /d ../made"], /^err not-permitted$/],
  "a folder made behind a link": [["raw mkdir /d folder/made"], /^err not-permitted$/],
  "a file made behind a link": [["raw write /d folder/made text"], /^err not-permitted$/],
  "writing in a read-only folder": [["raw write /r in.txt changed"], /^err read-only$/],
  "making a file in a read-only folder": [["write /r/new text"], /^err Read-only/],
  "emptying a file of a read-only folder": [["truncate /r/in.txt 0"], /^err Read-only/],
  "removing a file of a read-only folder": [["rm /r/in.txt"], /^err Read-only/],
  "a folder that is renamed and replaced by a link while it is open": [
    ["raw hold /d sub s", "raw rename /d sub /d old", "raw rename /d folder /d sub", "raw read s secret.txt"],
    /^err not-permitted$/,
  ],
  "a folder that is replaced by a link while it is open, listed": [
    ["raw hold /d sub s", "raw rename /d sub /d old", "raw rename /d folder /d sub", "raw list s"],
    /^err not-permitted$/,
  ],
  "a folder that is replaced by a link while it is open, written to": [
    ["raw hold /d sub s", "raw rename /d sub /d old", "raw rename /d folder /d sub", "raw write s made text"],
    /^err not-permitted$/,
  ],
  "a folder above the open one that is replaced by a link": [
    ["raw hold /d sub/deep s", "raw rename /d sub /d old", "raw rename /d folder /d sub", "raw read s secret.txt"],
    /^err (?:no-entry|not-permitted)$/,
  ],
  "a preopen inside another one that is replaced by a link": [
    ["raw rename /d inner /d old", "raw rename /d folder /d inner", "raw read /i secret.txt"],
    /^err not-permitted$/,
  ],
  "a folder that is replaced by another one while it is open": [
    ["raw hold /d sub s", "raw rename /d sub /d old", "raw mkdir /d sub", "raw write /d sub/x y", "raw read s x"],
    /^err not-permitted$/,
  ],
  "a FIFO, which would block the host": [["raw read /d pipe"], /^err unsupported$/],
  "a path of 100,000 parts": [[`raw read /d ${"a/../".repeat(20_000)}in.txt`], /^err name-too-long$/],
  "the kernel's files of a preopened root": [["raw read /root proc/self/environ"], /^err access$/],
  "the kernel's links of a preopened root": [["raw read /root proc/self/root/etc/passwd"], /^err access$/],
  "the devices' settings of a preopened root": [["raw stat /root sys/kernel"], /^err (?:access|no-entry)$/],
};

const others: Readonly<Record<string, Attempt>> = {
  "the host's environment": [["env-names"], /^ok $/],
  "the host's PATH": [["env PATH"], /^err environment variable not found$/],
  "the frames on standard input": [["input"], /^ok $/],
  "a connection": [["tcp 127.0.0.1:1 x"], /^err Permission denied/],
  "a connection over IPv6": [["tcp [::1]:1 x"], /^err Permission denied/],
  "a connection by an address that contains another": [["tcp [::ffff:127.0.0.1]:1 x"], /^err Permission denied/],
  "accepting connections": [["serve 127.0.0.1:0"], /^err Permission denied/],
  "datagrams": [["udp-bind 127.0.0.1:0"], /^err Permission denied/],
  "a name, which alone can carry data out": [["lookup localhost"], /^err /],
  "an HTTP request": [["http GET http://127.0.0.1:1/"], /^err ErrorCode::HttpRequestDenied$/],
  "an HTTP request to another scheme": [["http GET file://localhost/etc/passwd"], /^err ErrorCode::HttpRequestUriInvalid$/],
  "an HTTP request with a user for a host": [["http GET http://127.0.0.1:80@localhost/"], /^err /],
  "the host's files without a preopen": [["read /etc/passwd"], /^err /],
  "a preopen that nobody gave": [["raw preopens"], /^ok $/],
};

/** Where links and folders lie as a host may have them. */
async function lay(folder: string): Promise<GuestOptions> {
  await Deno.writeTextFile(`${folder}/secret.txt`, SECRET);
  await Deno.mkdir(`${folder}/outside`);
  await Deno.writeTextFile(`${folder}/outside/secret.txt`, SECRET);
  for (const name of ["d", "d/sub", "d/sub/deep", "d/inner", "r"]) await Deno.mkdir(`${folder}/${name}`);
  for (const name of ["d/in.txt", "r/in.txt"]) await Deno.writeTextFile(`${folder}/${name}`, "inside");
  const links = {
    absolute: `${folder}/secret.txt`,
    up: "../secret.txt",
    folder: "../outside",
    chain: "up",
    back: "../d/in.txt",
    loop: "loop",
    dangling: "../made",
  };
  for (const [name, target] of Object.entries(links)) await Deno.symlink(target, `${folder}/d/${name}`);
  strictEqual((await new Deno.Command("mkfifo", { args: [`${folder}/d/pipe`] }).output()).success, true);
  return {
    preopens: [
      preopen(`${folder}/d`, "/d", true),
      preopen(`${folder}/r`, "/r"),
      preopen(`${folder}/d/inner`, "/i"),
      preopen("/", "/root"),
    ],
  };
}

/** All that lies outside, by path. */
async function outside(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const at of [folder, `${folder}/outside`, `${folder}/r`]) {
    for await (const { name, isFile } of Deno.readDir(at)) {
      found.push(isFile ? `${at}/${name}: ${await Deno.readTextFile(`${at}/${name}`)}` : `${at}/${name}`);
    }
  }
  return found.sort();
}

Deno.test("a component gets at nothing that it was not given", async (test) => {
  await using guest = await Guest.start();
  let count = 0;
  for (const [name, [commands, wanted]] of Object.entries(files)) {
    await test.step(`file: ${name}`, () =>
      inFolder(async (folder) => {
        const options = await lay(folder);
        const before = await outside(folder);
        const { end, lines } = await guest.run(commands, options);
        strictEqual(end.kind, "done", JSON.stringify(end));
        match(lines.at(-1)!, wanted, lines.join("\n"));
        ok(!lines.some((line) => line.includes(SECRET)));
        for (const line of lines.slice(0, -1)) match(line, /^ok /, `the attempt was not made: ${lines.join("\n")}`);
        deepStrictEqual(await outside(folder), before);
      }));
    count++;
  }
  for (const [name, [commands, wanted]] of Object.entries(others)) {
    await test.step(name, async () => {
      const { end, lines } = await guest.run(commands);
      strictEqual(end.kind, "done", JSON.stringify(end));
      match(lines.at(-1)!, wanted);
    });
    count++;
  }
  ok(count >= 30);
});

Deno.test("what was granted goes on working beside all refusals", () =>
  inFolder(async (folder) => {
    await using guest = await Guest.start();
    const options = await lay(folder);
    await Deno.symlink("sub/deep", `${folder}/d/good`);
    const { lines } = await guest.run([
      "raw write /d good/file some text",
      "raw read /d sub/../good/./file",
      "raw readlink /d good",
      "raw hold /d good g",
      "raw read g file",
      "raw link /d sub/deep/file /d second",
      "read /d/second",
      "read /r/in.txt",
    ], options);
    const told = [
      "ok written",
      "ok some text",
      "ok sub/deep",
      "ok held",
      "ok some text",
      "ok linked",
      "ok some text",
      "ok inside",
    ];
    deepStrictEqual(lines, told);
  }));
