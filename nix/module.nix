# The NixOS module services.omw: one systemd service that runs omw.
#
# Applied to a function from a package set to the packages of this flake, it is the module.
packagesOf:
{
  config,
  lib,
  pkgs,
  utils,
  ...
}:

let
  cfg = config.services.omw;
  toml = pkgs.formats.toml { };
  packages = packagesOf pkgs;

  settingsFile = if cfg.settings != null then toml.generate "omw.toml" cfg.settings else cfg.settingsFile;

  command = [
    (lib.getExe' cfg.package "omw")
    cfg.mode
  ]
  # Without a file the environment has the whole configuration.
  ++ lib.optionals (settingsFile != null) [
    "--config"
    "${settingsFile}"
  ]
  ++ cfg.extraArgs;

  stateFolder = "/var/lib/${cfg.stateDir}";

  identity =
    # With a group alone the user stays a dynamic one: never root.
    lib.optionalAttrs (cfg.user == null) { DynamicUser = true; }
    // lib.optionalAttrs (cfg.user != null) { User = cfg.user; }
    // lib.optionalAttrs (cfg.group != null) { Group = cfg.group; };

  state = lib.optionalAttrs (cfg.stateDir != null) {
    StateDirectory = cfg.stateDir;
    WorkingDirectory = stateFolder;
  };

  paths =
    lib.optionalAttrs (cfg.readOnlyPaths != [ ]) { BindReadOnlyPaths = cfg.readOnlyPaths; }
    // lib.optionalAttrs (cfg.readWritePaths != [ ]) { ReadWritePaths = cfg.readWritePaths; };
in
{
  options.services.omw = import ./options.nix {
    inherit lib;
    packages = {
      default = packages.omw;
      rhai = packages.omw-rhai;
      js = packages.omw-js;
    };
    tomlType = toml.type;
    inherit (cfg) variant;
  };

  config = lib.mkIf cfg.enable {
    assertions = [
      {
        assertion = cfg.settings == null || cfg.settingsFile == null;
        message = "services.omw.settings and services.omw.settingsFile are both set, and only one can be the configuration; remove one.";
      }
    ];

    systemd.services.omw = {
      description = "OMW agent runtime";
      wantedBy = [ "multi-user.target" ];
      wants = [ "network-online.target" ];
      after = [ "network-online.target" ];

      environment = {
        # Transpiled components are code, so they are kept apart from what brains and tools may write to.
        XDG_CACHE_HOME = "/var/cache/omw";
      }
      # Tool servers that npx or uvx bring need a home.
      // lib.optionalAttrs (cfg.stateDir != null) { HOME = stateFolder; }
      // cfg.environment;

      serviceConfig = {
        # omw says itself when its agents run, and pings the watchdog from its event loop: a host that is stuck is replaced.
        Type = "notify";
        NotifyAccess = "main";
        WatchdogSec = "60s";
        ExecStart = utils.escapeSystemdExecArgs command;
        Restart = "on-failure";
        RestartSec = "5s";
        CacheDirectory = "omw";
        CacheDirectoryMode = "0700";
        # omw ends its brains and tool servers in order; what is left after it is killed.
        KillMode = "mixed";
        # Memory that runs out in one brain ends that brain, not the service.
        OOMPolicy = "continue";
      }
      // lib.optionalAttrs (cfg.environmentFile != null) { EnvironmentFile = cfg.environmentFile; }
      // identity
      // state
      // paths
      // lib.optionalAttrs cfg.hardening (import ./hardening.nix)
      // cfg.serviceConfig;
    };

    users.users = lib.optionalAttrs (cfg.user == "omw") {
      omw = {
        isSystemUser = true;
        group = if cfg.group == null then "omw" else cfg.group;
      };
    };
    users.groups = lib.optionalAttrs (cfg.group == "omw" || (cfg.user == "omw" && cfg.group == null)) { omw = { }; };
  };
}
