# A package set as small as the Nix files of this project allow. Its derivations are attribute sets that hold what they were made from.
{
  system ? "x86_64-linux",
  lib ? import ./lib.nix,
}:
let
  derivation =
    attributes:
    attributes
    // attributes.passthru or { }
    // {
      type = "derivation";
      outPath = "/nix/store/${attributes.pname or attributes.name}";
    };

  hostPlatform = { inherit system; };

  pkgs = {
    inherit lib;
    stdenv = { inherit hostPlatform; };
    stdenvNoCC = {
      inherit hostPlatform;
      buildPlatform.canExecute = platform: platform.system == system;
      mkDerivation = derivation;
    };
    callPackage = lib.callPackageWith pkgs;
    deno = derivation {
      pname = "deno";
      version = "2.9.6";
    };
    installShellFiles = derivation { pname = "install-shell-files"; };
    makeWrapper = derivation { pname = "make-wrapper"; };
    nodejs = derivation { pname = "nodejs"; };
    nixfmt = derivation { pname = "nixfmt"; };
    shellcheck = derivation { pname = "shellcheck"; };
    mkShellNoCC = attributes: derivation (attributes // { name = "shell"; });
    formats.toml = _: {
      type = {
        description = "TOML value";
        check = builtins.isAttrs;
      };
      generate = name: value: "/nix/store/${name}?${builtins.toJSON value}";
    };
  };
in
pkgs
