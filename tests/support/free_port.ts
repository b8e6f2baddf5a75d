/**
 * Ports for programs that are told where to listen.
 * @module
 */

/** A port of the loopback interface that was free a moment ago. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
