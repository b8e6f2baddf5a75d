/**
 * Which keys of a `[runtime.<name>]` entry matter to a component, told from what it imports.
 * @module
 */

/** A key of a runtime entry that a component has a use for. */
export interface Grant {
  /** The key, such as `allow_tcp`. */
  key: string;
  /** The imports that it is for, without versions. */
  imports: string[];
}

/** For the imports that are refused or empty by default, the keys that change that. */
const KEYS: readonly (readonly [key: string, imports: readonly string[]])[] = [
  ["preopens", ["wasi:filesystem/preopens", "wasi:filesystem/types"]],
  ["env", ["wasi:cli/environment"]],
  ["args", ["wasi:cli/environment"]],
  ["inherit_stdout", ["wasi:cli/stdout"]],
  ["inherit_stderr", ["wasi:cli/stderr"]],
  ["allow_hosts", ["wasi:sockets/tcp", "wasi:sockets/udp", "wasi:http/outgoing-handler"]],
  ["allow_tcp", ["wasi:sockets/tcp", "wasi:sockets/tcp-create-socket", "wasi:http/outgoing-handler"]],
  ["allow_udp", ["wasi:sockets/udp", "wasi:sockets/udp-create-socket"]],
  ["allow_ip_name_lookup", ["wasi:sockets/ip-name-lookup"]],
];

/**
 * The keys, in the order in which the documents list them. A toolchain's runtime often imports what the program never uses, so these
 * are what it may need, not what it has to be given.
 * @param imports the imported interfaces, with or without versions
 */
export function componentGrants(imports: readonly string[]): Grant[] {
  const plain = new Set(imports.map((name) => name.split("@")[0]!));
  return KEYS.flatMap(([key, wanted]) => {
    const found = wanted.filter((name) => plain.has(name));
    return found.length === 0 ? [] : [{ key, imports: found }];
  });
}
