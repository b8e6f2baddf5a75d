/**
 * Programs of the system that tests use.
 * @module
 */

/** What a program came to. */
export interface CommandEnd {
  /** Its exit code. */
  code: number;
  /** Standard output. */
  stdout: string;
  /** Standard error. */
  stderr: string;
}

/** Runs a program to its end, with this environment alone if one is given. */
export async function run(program: string, args: readonly string[], env?: ReadonlyMap<string, string>): Promise<CommandEnd> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    ...(env !== undefined && { env: { PATH: Deno.env.get("PATH") ?? "", ...Object.fromEntries(env) }, clearEnv: true }),
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/**
 * The same, for what has to work.
 * @throws {Error} with what it wrote
 */
export async function must(program: string, args: readonly string[], env?: ReadonlyMap<string, string>): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, env);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

/** Where the program of this name is; nothing when this machine has none. */
export function which(name: string): string | undefined {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = `${folder}/${name}`;
    try {
      const info = Deno.statSync(path);
      if (info.isFile && ((info.mode ?? 0) & 0o111) !== 0) return path;
    } catch {
      // It is not in this folder.
    }
  }
  return undefined;
}

/**
 * A test that needs something which not every machine has. Where `reason` says what is missing, it is left out, and the reason stands in
 * its name.
 */
export function testWhere(reason: string | undefined, name: string, fn: () => Promise<void> | void): void {
  Deno.test({ name: reason === undefined ? name : `${name} (skipped: ${reason})`, ignore: reason !== undefined, fn });
}

/** What is missing of these programs, for `testWhere`. */
export function missing(...programs: string[]): string | undefined {
  const absent = programs.filter((program) => which(program) === undefined);
  return absent.length === 0 ? undefined : `${absent.join(" and ")} ${absent.length === 1 ? "is" : "are"} not on this machine`;
}
