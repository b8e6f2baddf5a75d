# What the Nix files of this project use of nixpkgs, for machines that have Nix and no nixpkgs: the same names with the same meaning,
# but for types, which check and describe values and do not merge several definitions.
let
  inherit (builtins)
    all
    attrNames
    attrValues
    concatStringsSep
    elem
    filter
    foldl'
    functionArgs
    hasAttr
    intersectAttrs
    isAttrs
    isBool
    isList
    isPath
    isString
    listToAttrs
    map
    mapAttrs
    toJSON
    ;

  mkType = description: check: {
    _type = "option-type";
    inherit description check;
  };

  types = {
    bool = mkType "boolean" isBool;
    str = mkType "string" isString;
    path = mkType "absolute path" (value: isPath value || isString value && builtins.substring 0 1 value == "/");
    package = mkType "package" (value: isAttrs value && value.type or null == "derivation");
    attrs = mkType "attribute set" isAttrs;
    nullOr = type: mkType "null or ${type.description}" (value: value == null || type.check value);
    listOf = type: mkType "list of ${type.description}" (value: isList value && all type.check value);
    attrsOf = type: mkType "attribute set of ${type.description}" (value: isAttrs value && all type.check (attrValues value));
    enum = values: mkType "one of ${concatStringsSep ", " (map toJSON values)}" (value: elem value values);
  };

  mkOption = declaration: declaration // { _type = "option"; };

  # What an option holds: its definition, else its default.
  valueOf =
    path: option: definition:
    let
      value = if definition == { } then option.default else definition.value;
    in
    if option.type.check value then
      value
    else
      throw "A definition for option `${path}' is not of type `${option.type.description}'.";

  # One module with one set of definitions for the options of services.omw.
  evaluate =
    {
      module,
      settings,
      pkgs,
      utils,
    }:
    let
      result = module {
        inherit lib pkgs utils;
        config.services.omw = values;
      };
      options = result.options.services.omw;
      unknown = filter (name: !hasAttr name options) (attrNames settings);
      values =
        if unknown != [ ] then
          throw "The option `services.omw.${builtins.head unknown}' does not exist."
        else
          mapAttrs (
            name: option: valueOf "services.omw.${name}" option (if hasAttr name settings then { value = settings.${name}; } else { })
          ) options;
    in
    {
      inherit options;
      config = if result.config.condition then result.config.content else { };
    };

  # Which of their values tests look at; the rest of a package set is what a test puts in.
  lib = {
    inherit evaluate mkOption types;

    mkEnableOption =
      what:
      mkOption {
        type = types.bool;
        default = false;
        example = true;
        description = "Whether to enable ${what}.";
      };
    mkIf = condition: content: {
      _type = "if";
      inherit condition content;
    };
    literalExpression = text: {
      _type = "literalExpression";
      inherit text;
    };

    optionals = condition: list: if condition then list else [ ];
    optionalAttrs = condition: attrs: if condition then attrs else { };
    optionalString = condition: text: if condition then text else "";
    genAttrs =
      names: make:
      listToAttrs (
        map (name: {
          inherit name;
          value = make name;
        }) names
      );
    inherit mapAttrs;

    getExe' = package: name: "${package}/bin/${name}";
    getExe = package: lib.getExe' package package.meta.mainProgram;
    makeBinPath = packages: concatStringsSep ":" (map (package: "${package}/bin") packages);

    assertMsg = condition: message: condition || throw message;
    versionAtLeast = version: least: builtins.compareVersions version least >= 0;
    importJSON = file: builtins.fromJSON (builtins.readFile file);
    licenses.mit = "MIT";
    fetchers.proxyImpureEnvVars = [ "https_proxy" ];

    # Paths must exist, as in nixpkgs.
    fileset = {
      unions = map (path: if builtins.pathExists path then toString path else throw "${toString path} does not exist");
      toSource = { root, fileset }: foldl' (text: path: "${text} ${path}") (toString root) fileset;
    };

    # Calls a package's function with what it asks for of a package set.
    callPackageWith =
      pkgs: file: arguments:
      let
        make = import file;
      in
      make (intersectAttrs (functionArgs make) pkgs // arguments);
  };
in
lib
