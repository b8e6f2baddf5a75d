/**
 * The certificate authorities that TLS connections trust, as the environment of the process chooses them. The runtime reads these
 * variables itself, and only at the first connection, with an error that names no file: so they are looked at early.
 * @module
 */

import { reason } from "../config/errors.ts";

/** Names of the lists of authorities that the runtime has. */
const stores: readonly string[] = ["system", "mozilla"];

/**
 * What is wrong with the variables `DENO_CERT` and `DENO_TLS_CA_STORE`, in one line, or nothing. Connections over TLS will fail then;
 * everything else works.
 */
export async function certificateFault(env: (name: string) => string | undefined): Promise<string | undefined> {
  const unknown = (env("DENO_TLS_CA_STORE") || undefined)?.split(",").map((name) => name.trim()).find((name) =>
    !stores.includes(name)
  );
  if (unknown !== undefined) {
    return `DENO_TLS_CA_STORE names the store ${JSON.stringify(unknown)}, wanted ${
      stores.join(" or ")
    }: TLS connections will fail`;
  }
  const file = env("DENO_CERT");
  if (!file) return undefined;
  try {
    const text = await Deno.readTextFile(file);
    if (text.includes("-----BEGIN CERTIFICATE-----")) return undefined;
    return `DENO_CERT names ${JSON.stringify(file)}, which holds no certificate in PEM form: TLS connections will fail`;
  } catch (error) {
    // Not allowed to look: the runtime reads it without that permission.
    if (error instanceof Deno.errors.NotCapable) return undefined;
    return `DENO_CERT names ${JSON.stringify(file)}, which cannot be read: TLS connections will fail: ${reason(error)}`;
  }
}
