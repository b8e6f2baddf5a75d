# The flake's outputs by name, with what its packages are made of.
let
  lib = import ./lib.nix;
  pkgsOf = system: import ./pkgs.nix { inherit lib system; };
  systems = [
    "x86_64-linux"
    "aarch64-linux"
  ];
  nixpkgs = {
    inherit lib;
    legacyPackages = lib.genAttrs systems pkgsOf;
  };
  flake = import ../../../flake.nix;
  self = flake.outputs { inherit self nixpkgs; };
  namesOf = builtins.mapAttrs (_system: builtins.attrNames);
  omws = builtins.filter (name: name != "omw-options") (builtins.attrNames self.packages.x86_64-linux);
in
{
  packages = namesOf self.packages;
  apps = builtins.mapAttrs (_name: app: app.program) self.apps.x86_64-linux;
  devShells = namesOf self.devShells;
  checks = namesOf self.checks;
  formatter = builtins.attrNames self.formatter;
  nixosModules = builtins.attrNames self.nixosModules;
  overlays = builtins.attrNames self.overlays;
  inherit (flake) nixConfig;
  made = lib.genAttrs omws (
    name:
    let
      package = self.packages.x86_64-linux.${name};
    in
    {
      inherit (package)
        pname
        version
        postPatch
        src
        ;
      license = package.meta.license;
      dependencies = {
        inherit (package.dependencies) outputHash buildPhase;
      };
    }
  );
  hashes = lib.genAttrs systems (system: self.packages.${system}.omw.dependencies.outputHash);
}
