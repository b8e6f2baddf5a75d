# The module with the settings of services.omw in the JSON text `settings`: what it makes of them, and which options it has.
{ settings }:
let
  lib = import ./lib.nix;
  pkgs = import ./pkgs.nix { inherit lib; };
  quoted = argument: if builtins.match "[A-Za-z0-9/_.:=-]+" argument == null then builtins.toJSON argument else argument;

  evaluated = lib.evaluate {
    inherit pkgs;
    module = import ../../../nix/module.nix (pkgs: import ../../../nix/overlay.nix pkgs pkgs);
    settings = builtins.fromJSON settings;
    utils.escapeSystemdExecArgs = arguments: builtins.concatStringsSep " " (map quoted arguments);
  };

  # As the documentation shows it: the text that stands for a value, or the value.
  shown = value: if value._type or null == "literalExpression" then value else { json = builtins.toJSON value; };
in
{
  inherit (evaluated) config;
  options = builtins.mapAttrs (
    _name: option:
    {
      inherit (option) description;
      type = option.type.description;
      default = shown (option.defaultText or option.default);
    }
    // (if option ? example then { example = shown option.example; } else { })
  ) evaluated.options;
}
