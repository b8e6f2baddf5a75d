/** The NixOS module, evaluated by Nix itself; `tests/deploy/nix` says what of nixpkgs is stood in for. */

import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { evaluateNix } from "../../nix/evaluate.ts";
import { type Evaluation, optionsPage } from "../../nix/options_page.ts";
import { readSource } from "../support/source_files.ts";
import { missing, testWhere } from "./support/command.ts";

const noNix = missing("nix-instantiate");

/** What the tests look at of the system's configuration. */
interface SystemConfig {
  assertions: { assertion: boolean; message: string }[];
  systemd: {
    services: {
      omw: {
        environment: Record<string, string>;
        serviceConfig: Record<string, unknown>;
        wantedBy: string[];
        wants: string[];
        after: string[];
        description: string;
      };
    };
  };
  users: { users: Record<string, unknown>; groups: Record<string, unknown> };
}

async function configOf(settings: Record<string, unknown>): Promise<SystemConfig> {
  const { config } = await evaluateNix("evaluate.nix", { settings: JSON.stringify({ enable: true, ...settings }) }) as Evaluation;
  return config as SystemConfig;
}

async function serviceOf(settings: Record<string, unknown>) {
  return (await configOf(settings)).systemd.services.omw;
}

/** The documented options with their types and defaults. */
const documented = {
  enable: ["boolean", "false"],
  environment: ["attribute set of string", "{}"],
  environmentFile: ["null or absolute path", "null"],
  extraArgs: ["list of string", "[]"],
  group: ["null or string", "null"],
  hardening: ["boolean", "true"],
  mode: [`one of "run", "loop"`, `"loop"`],
  package: ["package", "<derivation omw>"],
  readOnlyPaths: ["list of string", "[]"],
  readWritePaths: ["list of string", "[]"],
  serviceConfig: ["attribute set", "{}"],
  settings: ["null or TOML value", "null"],
  settingsFile: ["null or absolute path", "null"],
  stateDir: ["null or string", "null"],
  user: ["null or string", "null"],
  variant: [`one of "default", "rhai", "js"`, `"default"`],
};

testWhere(noNix, "services.omw has the documented options, types and defaults", async () => {
  const { options, config } = await evaluateNix("evaluate.nix", { settings: "{}" }) as Evaluation;
  const found = Object.entries(options).map(([name, option]) => [
    name,
    [option.type, "text" in option.default ? option.default.text : option.default.json],
  ]);
  deepStrictEqual(Object.fromEntries(found), documented);
  // Not enabled, it sets nothing.
  deepStrictEqual(config, {});
});

testWhere(noNix, "the committed reference of the options is what the module says", async () => {
  const { options } = await evaluateNix("evaluate.nix", { settings: "{}" }) as Evaluation;
  strictEqual(readSource("docs/deployment/nixos_options.md"), optionsPage(options), "run deno task nix-options");
});

testWhere(noNix, "the service runs omw with its mode, configuration and arguments", async () => {
  const file = await serviceOf({ settingsFile: "/etc/omw.toml", mode: "run", extraArgs: ["--watch", "--log-level", "a b"] });
  strictEqual(file.serviceConfig.ExecStart, `/nix/store/omw/bin/omw run --config /etc/omw.toml --watch --log-level "a b"`);
  const settings = await serviceOf({ settings: { agents: [] }, variant: "rhai" });
  match(String(settings.serviceConfig.ExecStart), /^\/nix\/store\/omw-rhai\/bin\/omw loop --config .*omw\.toml/);
  const none = await serviceOf({ variant: "js" });
  strictEqual(none.serviceConfig.ExecStart, "/nix/store/omw-js/bin/omw loop");
});

testWhere(noNix, "settings and settingsFile exclude each other", async () => {
  const both = await configOf({ settings: { agents: [] }, settingsFile: "/etc/omw.toml" });
  const failed = both.assertions.filter(({ assertion }) => !assertion);
  strictEqual(failed.length, 1);
  match(failed[0]!.message, /services\.omw\.settings .*services\.omw\.settingsFile/);
  for (const one of [{ settings: { agents: [] } }, { settingsFile: "/etc/omw.toml" }, {}]) {
    ok((await configOf(one)).assertions.every(({ assertion }) => assertion));
  }
});

testWhere(noNix, "values of other types, and options that do not exist, are refused", async () => {
  await rejects(configOf({ mode: "watch" }), /services\.omw\.mode.*one of "run", "loop"/);
  await rejects(configOf({ settingsFile: "omw.toml" }), /services\.omw\.settingsFile.*absolute path/);
  await rejects(configOf({ extraArgs: "--watch" }), /services\.omw\.extraArgs.*list of string/);
  await rejects(configOf({ enabled: true }), /services\.omw\.enabled.*does not exist/);
});

testWhere(noNix, "without a user the service runs as a dynamic one, never as root", async () => {
  const identity = async (settings: Record<string, unknown>) => {
    const { User, Group, DynamicUser } = (await serviceOf(settings)).serviceConfig;
    return { User, Group, DynamicUser };
  };
  deepStrictEqual(await identity({}), { User: undefined, Group: undefined, DynamicUser: true });
  deepStrictEqual(await identity({ group: "staff" }), { User: undefined, Group: "staff", DynamicUser: true });
  deepStrictEqual(await identity({ user: "alice", group: "staff" }), { User: "alice", Group: "staff", DynamicUser: undefined });
});

testWhere(noNix, "the user and the group omw are created, others are not", async () => {
  const own = await configOf({ user: "omw", group: "omw" });
  deepStrictEqual(own.users, { users: { omw: { isSystemUser: true, group: "omw" } }, groups: { omw: {} } });
  deepStrictEqual((await configOf({ user: "omw" })).users, own.users);
  deepStrictEqual((await configOf({ user: "omw", group: "staff" })).users, {
    users: { omw: { isSystemUser: true, group: "staff" } },
    groups: {},
  });
  deepStrictEqual((await configOf({ user: "alice", group: "staff" })).users, { users: {}, groups: {} });
});

testWhere(
  noNix,
  "the state folder is the working folder and the home; paths and environment go where systemd reads them",
  async () => {
    const { serviceConfig, environment } = await serviceOf({
      stateDir: "agents",
      environment: { OMW__A: "b" },
      environmentFile: "/run/env",
      readOnlyPaths: ["/home/a"],
      readWritePaths: ["/srv/b"],
    });
    deepStrictEqual([serviceConfig.StateDirectory, serviceConfig.WorkingDirectory], ["agents", "/var/lib/agents"]);
    deepStrictEqual(environment, { HOME: "/var/lib/agents", OMW__A: "b", XDG_CACHE_HOME: "/var/cache/omw" });
    strictEqual(serviceConfig.EnvironmentFile, "/run/env");
    deepStrictEqual([serviceConfig.BindReadOnlyPaths, serviceConfig.ReadWritePaths], [["/home/a"], ["/srv/b"]]);
  },
);

testWhere(noNix, "serviceConfig wins over everything, and hardening can be left out", async () => {
  const changed = (await serviceOf({ serviceConfig: { ProtectHome: false, Restart: "always" } })).serviceConfig;
  deepStrictEqual([changed.ProtectHome, changed.Restart, changed.ProtectSystem], [false, "always", "strict"]);
  const open = (await serviceOf({ hardening: false })).serviceConfig;
  deepStrictEqual([open.ProtectHome, open.ProtectSystem, open.NoNewPrivileges], [undefined, undefined, undefined]);
});

testWhere(noNix, "the module's service is the one of assets/omw.service", async () => {
  const { serviceConfig, environment, ...unit } = await serviceOf({
    user: "omw",
    group: "omw",
    stateDir: "omw",
    environmentFile: "/etc/omw/env",
  });
  const lines = readSource("assets/omw.service").split("\n").filter((line) => /^\w+=/.test(line));
  const plain = new Map(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
  for (const [name, value] of Object.entries(serviceConfig)) {
    if (name === "ExecStart") continue;
    strictEqual(plain.get(name), Array.isArray(value) ? value.join(" ") : String(value), name);
    plain.delete(name);
  }
  strictEqual(plain.get("Environment"), `XDG_CACHE_HOME=${environment.XDG_CACHE_HOME}`);
  deepStrictEqual([plain.get("Description"), plain.get("Wants"), plain.get("After"), plain.get("WantedBy")], [
    unit.description,
    ...[unit.wants, unit.after, unit.wantedBy].map((names) => names.join(" ")),
  ]);
  deepStrictEqual([...plain.keys()], ["Description", "Documentation", "After", "Wants", "Environment", "ExecStart", "WantedBy"]);
});
