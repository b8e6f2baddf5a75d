/**
 * What a connection needs of a transport beyond the client package's interface.
 * @module
 */

import type { Transport } from "@modelcontextprotocol/client";

/** A transport that can say why it ended. */
export interface McpTransport extends Transport {
  /** Why the server ended the connection, such as "the server exited with code 1"; absent while it lives, and when omw ended it. */
  readonly endReason: string | undefined;
  /** Ends the connection; resolves when what stands behind it is gone (a process: within about five seconds). Idempotent. */
  close(): Promise<void>;
}

/** The largest message that a server may send, in bytes: twice the 16 MiB that a brain's frame holds, for JSON within JSON. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
