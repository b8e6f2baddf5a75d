# Adds the packages of this flake to a package set: pkgs.omw, pkgs.omw-rhai, pkgs.omw-js and pkgs.omw-full.
final: _previous:
let
  variant = name: final.callPackage ./package.nix { variant = name; };
in
{
  omw = variant "default";
  omw-rhai = variant "rhai";
  omw-js = variant "js";
  omw-full = variant "full";
}
