import { strictEqual } from "node:assert/strict";
import { join } from "node:path";
import { missing, must, testWhere } from "../tests/deploy/support/command.ts";
import { inFolder } from "../tests/support/folder.ts";
import { narHash } from "./nar.ts";
import { nixEnvironment } from "./evaluate.ts";

testWhere(
  missing("nix-hash"),
  "narHash() is what Nix makes of a folder with links, programs, empty files and foreign names",
  async () => {
    await inFolder(async (folder) => {
      const content = join(folder, "content");
      await Deno.mkdir(join(content, "b/empty"), { recursive: true });
      await Deno.writeTextFile(join(content, "b/12345678"), "12345678");
      await Deno.writeTextFile(join(content, "empty.txt"), "");
      await Deno.writeTextFile(join(content, "run.sh"), "#!/bin/sh\n", { mode: 0o755 });
      await Deno.symlink("b/12345678", join(content, "link"));
      // In JavaScript's order of strings these two stand the other way round.
      await Deno.writeTextFile(join(content, "\u{ff5e}"), "x");
      await Deno.writeTextFile(join(content, "\u{1f600}"), "y");
      const hex = await must("nix-hash", ["--type", "sha256", content], new Map(Object.entries(nixEnvironment(folder))));
      const wanted = Uint8Array.fromHex(hex.trim()).toBase64();
      strictEqual(await narHash(content), `sha256-${wanted}`);
    });
  },
);
