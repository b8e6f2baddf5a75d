# The reference of services.omw as a Markdown file, made from the module by the tools that make the manual of NixOS.
{ pkgs, module }:
let
  evaluated = pkgs.lib.evalModules {
    modules = [
      module
      # The options of the rest of NixOS, which the module sets, are not there.
      { config._module.check = false; }
    ];
    specialArgs = {
      inherit pkgs;
      utils = { };
    };
  };

  docs = pkgs.nixosOptionsDoc {
    options = { inherit (evaluated.options) services; };
    # Where an option is declared is a path of the machine that built this.
    transformOptions = option: option // { declarations = [ ]; };
  };
in
docs.optionsCommonMark
