# What services.omw takes. docs/deployment/nixos_options.md is generated from this file.
{
  lib,
  # The package of each variant that the option `variant` can name.
  packages,
  # The type of a TOML document.
  tomlType,
  # The value of the option `variant`.
  variant,
}:

let
  inherit (lib)
    literalExpression
    mkEnableOption
    mkOption
    types
    ;
in
{
  enable = mkEnableOption "the omw agent runtime";

  package = mkOption {
    type = types.package;
    default = packages.${variant};
    defaultText = literalExpression "<derivation omw>";
    description = ''
      The package whose `omw` the service runs. Unless set, it follows `services.omw.variant`.
    '';
  };

  variant = mkOption {
    type = types.enum [
      "default"
      "rhai"
      "js"
    ];
    default = "default";
    description = ''
      The kinds of brains that the service can run: WebAssembly components with `default`, rhai scripts too with `rhai` (package
      `omw-rhai`), JavaScript programs too with `js` (package `omw-js`). Without effect when `services.omw.package` is set, to
      `omw-full` for instance, which has all of them.
    '';
  };

  mode = mkOption {
    type = types.enum [
      "run"
      "loop"
    ];
    default = "loop";
    description = ''
      `loop` keeps every agent running and starts it anew when it ends or fails; with `run` each agent runs once and the service ends
      with the last of them.
    '';
  };

  settings = mkOption {
    type = types.nullOr tomlType;
    default = null;
    example = literalExpression ''
      {
        providers.openai.kind = "openai";
        runtime.script.kind = "js";
        agents = [
          {
            name = "alice";
            runtime = "script";
            script = "/var/lib/omw/brain.js";
          }
        ];
      }
    '';
    description = ''
      The configuration as an attribute set, from which a TOML file is made when the system is built. Everybody on the machine can read
      that file in the Nix store, so secrets belong in `services.omw.environmentFile`. Cannot be combined with
      `services.omw.settingsFile`.
    '';
  };

  settingsFile = mkOption {
    type = types.nullOr types.path;
    default = null;
    example = "/etc/omw.toml";
    description = ''
      The path of a configuration file (TOML) on the machine. Cannot be combined with `services.omw.settings`.
    '';
  };

  environment = mkOption {
    type = types.attrsOf types.str;
    default = { };
    example = {
      OMW__PROVIDERS__OPENAI__BASE_URL = "http://127.0.0.1:11434/v1";
    };
    description = ''
      Environment variables of the service. One that begins with `OMW__` sets a key of the configuration and wins over the file:
      `OMW__PROVIDERS__OPENAI__BASE_URL` is `providers.openai.base_url`. Everybody on the machine can read them in the Nix store, so
      API keys and other secrets belong in `services.omw.environmentFile`, under names of the same form.
    '';
  };

  environmentFile = mkOption {
    type = types.nullOr types.path;
    default = null;
    example = "/run/secrets/omw.env";
    description = ''
      The path of a file of environment variables, one `NAME=value` a line, that systemd reads when it starts the service. This is the
      place for secrets.
    '';
  };

  extraArgs = mkOption {
    type = types.listOf types.str;
    default = [ ];
    example = [ "--watch" ];
    description = ''
      Further arguments of omw, which follow the mode. `--watch` restarts an agent when its brain changes.
    '';
  };

  user = mkOption {
    type = types.nullOr types.str;
    default = null;
    example = "omw";
    description = ''
      The user that the service runs as. Without one, and without `services.omw.group`, systemd allocates a dynamic user. The user
      `omw` is created; any other has to exist.
    '';
  };

  group = mkOption {
    type = types.nullOr types.str;
    default = null;
    example = "omw";
    description = ''
      The group that the service runs as. Without one, and without `services.omw.user`, systemd allocates a dynamic user and its
      group. The group `omw` is created; any other has to exist.
    '';
  };

  stateDir = mkOption {
    type = types.nullOr types.str;
    default = null;
    example = "omw";
    description = ''
      The name of a folder below `/var/lib` that the service keeps its files in. systemd creates it for the service's user, and it
      becomes the working folder and the home: the place for brains and for the workspace of tool servers.
    '';
  };

  hardening = mkOption {
    type = types.bool;
    default = true;
    description = ''
      Whether the service is put in a sandbox of systemd: no privileges to gain, a file system that is read-only but for its own
      folders, no home folders, only the network families that omw needs. Tool servers in Node.js and those behind `bwrap` work in it,
      for which it leaves `MemoryDenyWriteExecute` out. As the service has no capability, `LimitMEMLOCK` is infinite for its secrets;
      in a container the outer limit still holds, and `OMW__TUNABLES__ALLOW_UNLOCKED_SECRETS=true` in the environment accepts that.
      `services.omw.serviceConfig` changes single settings.
    '';
  };

  readOnlyPaths = mkOption {
    type = types.listOf types.str;
    default = [ ];
    example = [ "/srv/brains" ];
    description = ''
      Paths that the service shall see, read-only, although the sandbox hides them (`BindReadOnlyPaths=`): a configuration or brains
      outside of the state folder.
    '';
  };

  readWritePaths = mkOption {
    type = types.listOf types.str;
    default = [ ];
    example = [ "/srv/workspace" ];
    description = ''
      Paths that the service may write to although the sandbox makes them read-only (`ReadWritePaths=`): the workspaces of tool servers
      outside of the state folder.
    '';
  };

  serviceConfig = mkOption {
    type = types.attrs;
    default = { };
    example = {
      MemoryMax = "2G";
    };
    description = ''
      Settings of the unit's `[Service]` section that win over all that the module sets, the sandbox's included.
    '';
  };
}
