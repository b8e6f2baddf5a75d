/**
 * What a brain process gives up before anything of a brain's is loaded (design §4.2).
 * @module
 */

const kinds: readonly string[] = ["read", "write", "net", "env", "run", "sys", "ffi", "import"];

/**
 * Globals of the process that its own code needs no more. A brain's world has globals of its own and reaches none of these; should it
 * ever, there is nothing to be found.
 */
const unneeded: readonly string[] = [
  "Deno",
  "process",
  "Buffer",
  "global",
  "navigator",
  "location",
  "fetch",
  "Request",
  "Response",
  "Headers",
  "FormData",
  "WebSocket",
  "WebSocketStream",
  "EventSource",
  "Worker",
  "BroadcastChannel",
  "MessageChannel",
  "MessagePort",
  "caches",
  "localStorage",
  "sessionStorage",
  "alert",
  "confirm",
  "prompt",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
];

/**
 * Revokes every permission (in a compiled program they are baked in) and removes the globals that reach outside.
 * @throws {Error} when a permission is still granted afterwards: no brain may be run then
 */
export function lockDown(): void {
  for (const name of kinds) {
    let status: Deno.PermissionStatus;
    try {
      status = Deno.permissions.revokeSync({ name } as Deno.PermissionDescriptor);
    } catch (error) {
      // A runtime that doesn't know a kind has nothing of it to revoke.
      if (error instanceof TypeError) continue;
      throw error;
    }
    if (status.state === "granted") throw new Error(`Cannot give up the permission "${name}"`);
  }
  for (const name of unneeded) Reflect.deleteProperty(globalThis, name);
}
