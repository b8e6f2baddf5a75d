/**
 * What goes wrong in a component's calls, as WASI's codes.
 * @module
 */

/** A failure with WASI's code for it; nothing else of it reaches the guest. */
export class WasiFault extends Error {
  /** Always `WasiFault`. */
  override readonly name = "WasiFault";
  /** The code, such as `no-entry`. */
  readonly code: string;

  /** A failure with a code. */
  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** The system's codes as `wasi:filesystem` names them. */
const fileCodes: ReadonlyMap<string, string> = new Map([
  ["EACCES", "access"],
  ["EPERM", "not-permitted"],
  ["ENOENT", "no-entry"],
  ["EEXIST", "exist"],
  ["ENOTDIR", "not-directory"],
  ["EISDIR", "is-directory"],
  ["ENOTEMPTY", "not-empty"],
  ["ELOOP", "loop"],
  ["ENAMETOOLONG", "name-too-long"],
  ["ENOSPC", "insufficient-space"],
  ["EDQUOT", "quota"],
  ["EROFS", "read-only"],
  ["EXDEV", "cross-device"],
  ["EMLINK", "too-many-links"],
  ["EBUSY", "busy"],
  ["ETXTBSY", "text-file-busy"],
  ["EINVAL", "invalid"],
  ["EFBIG", "file-too-large"],
  ["EOVERFLOW", "overflow"],
  ["EMFILE", "insufficient-memory"],
  ["ENFILE", "insufficient-memory"],
  ["ENOMEM", "insufficient-memory"],
  ["EILSEQ", "illegal-byte-sequence"],
  ["EBADF", "bad-descriptor"],
  ["EAGAIN", "would-block"],
  ["EOPNOTSUPP", "unsupported"],
  ["ENOTSUP", "unsupported"],
]);

/** The system's codes as `wasi:sockets` names them. */
const socketCodes: ReadonlyMap<string, string> = new Map([
  ["EACCES", "access-denied"],
  ["EPERM", "access-denied"],
  ["ECONNREFUSED", "connection-refused"],
  ["ECONNRESET", "connection-reset"],
  ["ECONNABORTED", "connection-aborted"],
  ["EPIPE", "connection-reset"],
  ["ETIMEDOUT", "timeout"],
  ["EADDRINUSE", "address-in-use"],
  ["EADDRNOTAVAIL", "address-not-bindable"],
  ["EHOSTUNREACH", "remote-unreachable"],
  ["EHOSTDOWN", "remote-unreachable"],
  ["ENETUNREACH", "remote-unreachable"],
  ["ENETDOWN", "remote-unreachable"],
  ["EAFNOSUPPORT", "not-supported"],
  ["EINVAL", "invalid-argument"],
  ["EMSGSIZE", "datagram-too-large"],
  ["EMFILE", "new-socket-limit"],
  ["ENFILE", "new-socket-limit"],
  ["ENOMEM", "out-of-memory"],
  ["ENOTFOUND", "name-unresolvable"],
  ["EAI_AGAIN", "temporary-resolver-failure"],
  ["EAI_FAIL", "permanent-resolver-failure"],
]);

/** An error of a file call as WASI's code. */
export function fileCode(error: unknown): string {
  if (error instanceof WasiFault) return error.code;
  // The host itself was started without the permission.
  if (error instanceof Deno.errors.NotCapable || error instanceof Deno.errors.PermissionDenied) return "access";
  return fileCodes.get(systemCode(error)) ?? "io";
}

/** An error of a network call as WASI's code. */
export function socketCode(error: unknown): string {
  if (error instanceof WasiFault) return error.code;
  if (error instanceof Deno.errors.NotCapable) return "access-denied";
  const known = socketCodes.get(systemCode(error));
  if (known !== undefined) return known;
  if (error instanceof Deno.errors.ConnectionRefused) return "connection-refused";
  if (error instanceof Deno.errors.ConnectionReset || error instanceof Deno.errors.BrokenPipe) return "connection-reset";
  if (error instanceof Deno.errors.AddrInUse) return "address-in-use";
  if (error instanceof Deno.errors.AddrNotAvailable) return "address-not-bindable";
  if (error instanceof Deno.errors.TimedOut) return "timeout";
  return "unknown";
}

/** The code that the system or Node gave an error, such as `ENOENT`; empty when there is none. */
export function systemCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
