import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../support/folder.ts";
import { readSource } from "../support/source_files.ts";
import { missing, run, testWhere } from "./support/command.ts";

const unit = readSource("assets/omw.service");

/** The worst that `systemd-analyze security` may make of the unit, of 10; what is left is network, and what tool servers need. */
const MAX_EXPOSURE = 5;

/** The settings of a unit's section, each with its values in order. */
function settingsOf(section: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let current = "";
  for (const line of unit.split("\n")) {
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (line.startsWith("[")) current = line.slice(1, -1);
    else if (name !== undefined && current === section) found.set(name, [...found.get(name) ?? [], value]);
  }
  return found;
}

const service = settingsOf("Service");

/** Writes the unit with a program that exists on this machine, since systemd looks for it, and runs a check on it. */
async function analyze(...args: string[]) {
  let end = { code: -1, stdout: "", stderr: "" };
  await inFolder(async (folder) => {
    const path = join(folder, "omw.service");
    await Deno.writeTextFile(path, unit.replace("/usr/local/bin/omw", "/bin/true"));
    end = await run("systemd-analyze", [...args, path]);
  });
  return end;
}

testWhere(missing("systemd-analyze"), "systemd finds nothing wrong with the unit", async () => {
  deepStrictEqual(await analyze("verify", "--man=no"), { code: 0, stdout: "", stderr: "" });
});

testWhere(missing("systemd-analyze"), "systemd finds the service's sandbox in order", async () => {
  const { code, stdout } = await analyze("security", "--offline=true", `--threshold=${MAX_EXPOSURE * 10}`);
  strictEqual(code, 0, stdout);
  match(stdout, /exposure level for omw\.service: \d\.\d OK/);
});

Deno.test("the unit waits for omw's word and replaces a host that is stuck", () => {
  deepStrictEqual(service.get("Type"), ["notify"]);
  // omw itself sends: its brains and tool servers never see the socket.
  deepStrictEqual(service.get("NotifyAccess"), ["main"]);
  const [watchdog = ""] = service.get("WatchdogSec") ?? [];
  match(watchdog, /^\d+s$/);
  deepStrictEqual(service.get("Restart"), ["on-failure"]);
});

Deno.test("the unit keeps its files where the documentation says", () => {
  deepStrictEqual(service.get("ExecStart"), ["/usr/local/bin/omw loop --config /etc/omw/omw.toml"]);
  deepStrictEqual(service.get("EnvironmentFile"), ["/etc/omw/env"]);
  deepStrictEqual([service.get("StateDirectory"), service.get("WorkingDirectory")], [["omw"], ["/var/lib/omw"]]);
  deepStrictEqual([service.get("User"), service.get("Group")], [["omw"], ["omw"]]);
});

Deno.test("the cache of transpiled components, which is code, is not in the workspace", () => {
  const [variable = ""] = service.get("Environment") ?? [];
  const folder = variable.replace("XDG_CACHE_HOME=", "");
  strictEqual(folder, `/var/cache/${service.get("CacheDirectory")}`);
  ok(!folder.startsWith("/var/lib"));
});

Deno.test("the unit allows what brains and tool servers need", () => {
  for (const name of ["MemoryDenyWriteExecute", "SystemCallFilter", "RestrictNamespaces", "ProtectKernelTunables"]) {
    strictEqual(service.get(name), undefined, `${name} stops just-in-time compilers or bwrap`);
  }
  deepStrictEqual(service.get("LimitMEMLOCK"), ["infinity"]);
});
