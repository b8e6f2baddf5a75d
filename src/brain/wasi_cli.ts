/**
 * `wasi:cli`: environment, exit, standard streams and terminals.
 * @module
 */

import type { InnerBridge, RunState } from "./component_bridge.ts";
import type { WasiIo } from "./wasi_io.ts";

/** What a component is told of its surroundings. */
export interface WasiSurroundings {
  /** Names and values of the environment. */
  env: [string, string][];
  /** The arguments, the program's name first. */
  args: string[];
  /** The folder that it works in. */
  cwd?: string;
  /** Whether what it writes to its standard output is told; absent: yes. */
  stdout?: boolean;
  /** Whether what it writes to its standard error is told; absent: yes. */
  stderr?: boolean;
}

/** The interfaces, and how to end the standard streams. */
export interface WasiCli {
  /** By interface, and in it by name in camel case. */
  interfaces: Record<string, Record<string, unknown>>;
  /** Tells what was written behind the last line end. */
  flush(): void;
}

/**
 * Runs inside (see `component_bridge.ts`). Standard input is empty, because the process's own carries the host's frames; the other
 * two are told to the host line by line.
 */
export function wasiCli(bridge: InnerBridge, io: WasiIo, surroundings: WasiSurroundings, state: RunState): WasiCli {
  // A line longer than this, in bytes, is told in pieces: a guest that never ends its line must not fill the memory.
  const MAX_LINE = 65_536;
  // How much of the end of standard error an account of a trap may draw on, in UTF-16 units.
  const LAST_WORDS = 2000;

  class TerminalInput {}
  class TerminalOutput {}

  function lineSink(fd: number, isTold: boolean) {
    const pending = new Uint8Array(MAX_LINE);
    let held = 0;

    function tell(): void {
      const text = bridge.decode(pending.subarray(0, held));
      held = 0;
      if (fd === 2) state.lastWords = `${state.lastWords}${text}\n`.slice(-LAST_WORDS);
      if (isTold) bridge.output(fd, text);
    }

    /** Tells a full buffer, but keeps the bytes of a character that it cuts (UTF-8: at most three begin one). */
    function tellPiece(): void {
      let end = held;
      while (end > held - 4 && (pending[end - 1]! & 0xc0) === 0x80) end--;
      if (end > 0 && pending[end - 1]! >= 0xc0) end--;
      const rest = pending.slice(end, held);
      held = end > 0 ? end : held;
      const kept = end > 0 ? rest : new Uint8Array(0);
      tell();
      pending.set(kept);
      held = kept.length;
    }

    return {
      write(bytes: Uint8Array): void {
        let at = 0;
        while (at < bytes.length) {
          const lineEnd = bytes.indexOf(10, at);
          const end = lineEnd < 0 ? bytes.length : lineEnd;
          const taken = Math.min(end - at, MAX_LINE - held);
          pending.set(bytes.subarray(at, at + taken), held);
          held += taken;
          at += taken;
          if (at < end) {
            tellPiece();
          } else if (lineEnd >= 0) {
            tell();
            at++;
          }
        }
      },
      flush(): void {
        if (held > 0) tell();
      },
    };
  }

  const [stdout, stderr] = [lineSink(1, surroundings.stdout ?? true), lineSink(2, surroundings.stderr ?? true)];

  function flush(): void {
    stdout.flush();
    stderr.flush();
  }

  function exitWith(status: number): never {
    flush();
    state.exit = { status };
    throw new Error("the component has exited");
  }

  return {
    flush,
    interfaces: {
      "wasi:cli/environment": {
        getEnvironment: () => surroundings.env,
        getArguments: () => surroundings.args,
        initialCwd: () => surroundings.cwd,
      },
      "wasi:cli/exit": {
        exit: ({ tag }: { tag: string }) => exitWith(tag === "ok" ? 0 : 1),
        exitWithCode: exitWith,
      },
      "wasi:cli/stdin": { getStdin: () => io.input({ read: () => undefined }) },
      "wasi:cli/stdout": { getStdout: () => io.output(stdout) },
      "wasi:cli/stderr": { getStderr: () => io.output(stderr) },
      "wasi:cli/terminal-input": { TerminalInput },
      "wasi:cli/terminal-output": { TerminalOutput },
      "wasi:cli/terminal-stdin": { getTerminalStdin: () => undefined },
      "wasi:cli/terminal-stdout": { getTerminalStdout: () => undefined },
      "wasi:cli/terminal-stderr": { getTerminalStderr: () => undefined },
    },
  };
}
