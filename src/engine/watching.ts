/**
 * What `--watch` adds to a run: brains and the config are followed. Loaded only then.
 * @module
 */

import type { LoadedConfig } from "../config/mod.ts";
import { ConfigFollower } from "./config_follower.ts";
import type { Crew } from "./crew.ts";
import type { Host } from "./host.ts";
import type { Registries } from "./registries.ts";
import { Reloader } from "./reloader.ts";
import type { RunOptions } from "./run.ts";

/** A reloader of the host's brains, and of its config where that can be read again. It is not started yet. */
export function watching(host: Host, crew: Crew, loaded: LoadedConfig, registries: Registries, options: RunOptions): Reloader {
  const { shutdown, reread } = options;
  const follower = reread && new ConfigFollower({ host, crew, loaded, registries, shutdown, reread: () => reread() });
  return new Reloader({
    debounceMs: () => host.shared.tunables.watch_debounce_ms,
    config: follower && loaded.path,
    supervisors: () => host.supervisors.values(),
    async configChanged(watch) {
      options.reloading?.();
      await follower?.follow(watch);
      options.ready?.();
    },
  });
}
