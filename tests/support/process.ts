/**
 * Servers that tests start as processes.
 */

/** A started server. */
export interface StartedServer {
  /** What the first line that matched held in its first group. */
  found: string;
  /** Ends it. */
  stop(): Promise<void>;
}

/**
 * Starts a program with this Deno and waits for a line on either output that matches.
 * @throws when it ends before it printed one
 */
export async function startServer(args: string[], pattern: RegExp, env: Record<string, string> = {}): Promise<StartedServer> {
  const child = new Deno.Command(Deno.execPath(), { args, env, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  const found = Promise.withResolvers<string>();
  let text = "";
  const drain = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      if (text.length < 100_000) text += chunk;
      const match = pattern.exec(text);
      if (match !== null) found.resolve(match[1] ?? "");
    }
  };
  const drained = Promise.all([drain(child.stdout), drain(child.stderr)]);
  drained.then(() => found.reject(new Error(`the server ended: ${text}`)), found.reject);
  const stop = async () => {
    try {
      child.kill("SIGTERM");
    } catch {
      // It ended by itself.
    }
    await child.status;
    await drained;
  };
  try {
    return { found: await found.promise, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
