# omw, run by the Deno of nixpkgs.
#
# Not the single file of a release: that one is a program for another system's C library with its payload behind the last section, where
# patching the loader's path would damage it. What is installed is the source, already transpiled, beside the packages that it imports;
# a release's variant and the Nix package of the same name have the same kinds.
{
  lib,
  stdenvNoCC,
  deno,
  installShellFiles,
  makeWrapper,
  # default (wasm), rhai (and rhai), js (and js), or full (all of them)
  variant ? "default",
}:

assert lib.assertMsg (lib.versionAtLeast deno.version "2.6")
  "omw needs Deno 2.6 or later; nixpkgs has ${deno.version}. Follow a newer nixpkgs.";

let
  inherit (lib) fileset;
  inherit (stdenvNoCC.hostPlatform) system;

  canRun = stdenvNoCC.buildPlatform.canExecute stdenvNoCC.hostPlatform;

  manifest = lib.importJSON ../deno.json;
  hashes = (lib.importJSON ./dependencies.json).hashes;

  files = [
    ../LICENSE
    ../README.md
    ../bin
    ../brains
    ../deno.json
    ../deno.lock
    ../main.ts
    ../src
    ../tools/variants
    ../wit
  ];

  # The npm packages of deno.lock as Deno keeps them. Deno holds each against the lock file's sum; the hash here is that of all.
  dependencies = stdenvNoCC.mkDerivation {
    pname = "omw-dependencies";
    inherit (manifest) version;

    src = fileset.toSource {
      root = ../.;
      fileset = fileset.unions [
        ../deno.json
        ../deno.lock
      ];
    };

    nativeBuildInputs = [ deno ];

    buildPhase = ''
      runHook preBuild
      export HOME="$TMPDIR" DENO_DIR="$TMPDIR/deno" DENO_NO_UPDATE_CHECK=1
      deno install --frozen
      runHook postBuild
    '';

    # What a registry says of a package today is no part of the package.
    installPhase = ''
      runHook preInstall
      find "$DENO_DIR/npm" -name registry.json -delete
      cp -r "$DENO_DIR/npm" "$out"
      runHook postInstall
    '';

    dontFixup = true;
    impureEnvVars = lib.fetchers.proxyImpureEnvVars;
    outputHashMode = "recursive";
    outputHashAlgo = "sha256";
    outputHash = hashes.${system} or (throw "nix/dependencies.json has no hash for ${system}");
  };
in
stdenvNoCC.mkDerivation {
  pname = if variant == "default" then "omw" else "omw-${variant}";
  inherit (manifest) version;

  src = fileset.toSource {
    root = ../.;
    fileset = fileset.unions files;
  };

  nativeBuildInputs = [
    deno
    installShellFiles
    makeWrapper
  ];

  # The same replacements as in the single files.
  postPatch = ''
    cp tools/variants/${variant}.ts src/engine/own_variant.ts
  ''
  + lib.optionalString (!builtins.elem variant [ "js" "full" ]) ''
    cp tools/variants/no_js_brain.ts src/brain/js.ts
  '';

  dontConfigure = true;
  dontBuild = true;

  # Deno looks up transpiled source by its path, so this happens where the source will be.
  installPhase = ''
    runHook preInstall
    share="$out/share/omw"
    mkdir -p "$share/cache" "$out/bin"
    cp -r LICENSE README.md bin brains deno.json deno.lock main.ts src wit "$share/"
    find "$share/src" -name '*_test.ts' -delete
    ln -s ${dependencies} "$share/cache/npm"

    export HOME="$TMPDIR" DENO_DIR="$share/cache" DENO_NO_UPDATE_CHECK=1
    (cd "$share" && deno cache --frozen main.ts)
    # Databases of times and sizes, which Deno makes anew in memory.
    find "$share/cache" -maxdepth 1 -type f -delete

    for program in omw omw-test; do
      makeWrapper "$share/bin/$program" "$out/bin/$program" \
        --prefix PATH : ${lib.makeBinPath [ deno ]} \
        --set DENO_DIR "$share/cache"
    done
    runHook postInstall
  '';

  postInstall = lib.optionalString canRun ''
    "$out/bin/omw" man > omw.1
    installManPage omw.1
    for shell in bash zsh fish; do
      "$out/bin/omw" completions "$shell" > "completions.$shell"
      installShellCompletion --cmd omw "--$shell" "completions.$shell"
    done
  '';

  doInstallCheck = canRun;
  installCheckPhase = ''
    runHook preInstallCheck
    test "$("$out/bin/omw" --version)" = "${manifest.version}"
    runHook postInstallCheck
  '';

  passthru = { inherit dependencies; };

  meta = {
    description = "Agent runtime: chat providers, MCP tools and sandboxed brains";
    homepage = "https://github.com/haras-unicorn/omw";
    license = lib.licenses.mit;
    mainProgram = "omw";
    platforms = [
      "x86_64-linux"
      "aarch64-linux"
    ];
  };
}
