{
  description = "omw: an agent runtime for chat providers, MCP tools and sandboxed brains";

  # Used when the flake is used directly, after a question; docs/deployment/nixos.md has it for systems that use the overlay.
  nixConfig = {
    extra-substituters = [ "https://haras.cachix.org" ];
    extra-trusted-public-keys = [ "haras.cachix.org-1:/HIo1JYqOIH1Nwk1EGXhuPPvDW0WekxIbY5CiXUZbYw=" ];
  };

  inputs.nixpkgs.url = "github:nixos/nixpkgs/nixos-26.05";

  outputs =
    { self, nixpkgs }:
    let
      inherit (nixpkgs) lib;

      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];

      forEachSystem = make: lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});

      overlay = import ./nix/overlay.nix;

      # The packages of this flake for a package set, made with that set.
      packagesOf =
        pkgs:
        let
          packages = overlay (pkgs // packages) pkgs;
        in
        packages;

      module = import ./nix/module.nix packagesOf;

      appsOf = lib.mapAttrs (
        _name: package: {
          type = "app";
          program = lib.getExe' package "omw";
          inherit (package) meta;
        }
      );
    in
    {
      overlays.default = overlay;

      nixosModules = {
        default = module;
        omw = module;
      };

      packages = forEachSystem (
        pkgs:
        let
          packages = packagesOf pkgs;
        in
        packages
        // {
          default = packages.omw;
          omw-options = import ./nix/option_docs.nix { inherit pkgs module; };
        }
      );

      apps = forEachSystem (
        pkgs:
        let
          apps = appsOf (packagesOf pkgs);
        in
        apps // { default = apps.omw; }
      );

      devShells = forEachSystem (pkgs: {
        default = pkgs.mkShellNoCC {
          packages = [
            pkgs.deno
            pkgs.nodejs
            pkgs.nixfmt
            pkgs.shellcheck
          ];
        };
      });

      formatter = forEachSystem (pkgs: pkgs.nixfmt);

      checks = forEachSystem (
        pkgs:
        let
          packages = self.packages.${pkgs.stdenv.hostPlatform.system};
        in
        {
          inherit (packages)
            omw
            omw-rhai
            omw-js
            omw-full
            omw-options
            ;
          service = import ./nix/service_check.nix { inherit pkgs module; };
        }
      );
    };
}
