/**
 * The stdio transport: a server process, one JSON-RPC message per line.
 *
 * The client package's own stdio transport signals the launcher alone, so that grandchildren stay, and leaves stderr to its caller.
 * So the package's `Transport` interface is implemented here, over a process group.
 * @module
 */

import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { settlesWithin } from "./abortable.ts";
import { LogLines } from "./log_lines.ts";
import { PermanentDialError } from "./mcp_errors.ts";
import { MAX_MESSAGE_BYTES, type McpTransport } from "./mcp_transport.ts";
import { type GroupCommand, ProcessGroup } from "./process_group.ts";
import type { Logger } from "../protocol/log.ts";
import { LineSplitter, LineTooLongError } from "../pure/lines.ts";

/** The longest part of a line of a server's stderr, or of a stray line on its stdout, that is logged, in bytes. */
const MAX_LOG_LINE_BYTES = 8 * 1024;
/** How much of the last stderr line goes into an error, in characters. */
const MAX_QUOTED_CHARS = 300;
/** How long output that is still in the pipe is read after the server exited, in ms. */
const DRAIN_MS = 1_000;

/** What a stdio transport is made with. */
export interface StdioOptions extends GroupCommand {
  /** Where the server's stderr goes. */
  log: Logger;
  /** Takes the secrets out of a text before it is logged or put in an error. */
  redact(text: string): string;
}

/** A server process as a transport. Single use, as every transport of the package. */
export class StdioTransport implements McpTransport {
  /** Called once, when the connection ended. */
  onclose?: Transport["onclose"];
  /** Called with faults that do not end the connection. */
  onerror?: Transport["onerror"];
  /** Called with each message of the server. */
  onmessage?: Transport["onmessage"];
  readonly #options: StdioOptions;
  #group: ProcessGroup | undefined;
  #endReason: string | undefined;
  #closed = false;
  readonly #ended = Promise.withResolvers<void>();
  #lastWords = "";

  /** @param options what to start, and where to log */
  constructor(options: StdioOptions) {
    this.#options = options;
  }

  /** Why the server ended the connection; absent while it lives, and when omw ended it. */
  get endReason(): string | undefined {
    return this.#endReason;
  }

  /** The server's process id, which is its group's; absent before the start. */
  get pid(): number | undefined {
    return this.#group?.pid;
  }

  /**
   * Starts the server.
   * @throws {PermanentDialError} when the program cannot be started; trying again would not help
   */
  start(): Promise<void> {
    try {
      this.#group = new ProcessGroup(this.#options);
    } catch (error) {
      return Promise.reject(new PermanentDialError(explainSpawnFailure(this.#options, error), { cause: error }));
    }
    const group = this.#group;
    const output = this.#readOutput(group);
    const errors = this.#readErrors(group);
    group.drained = Promise.allSettled([output, errors]);
    this.#follow(group, output, errors);
    return Promise.resolve();
  }

  /**
   * Sends one message.
   * @throws when the server is gone
   */
  async send(message: JSONRPCMessage): Promise<void> {
    const group = this.#group;
    if (group === undefined || this.#closed) throw new Error(this.#endReason ?? "the connection is closed");
    try {
      await group.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
    } catch (error) {
      // The pipe breaks before the exit is reported; the exit is what a person wants to hear of.
      await settlesWithin(this.#ended.promise, DRAIN_MS);
      throw new Error(this.#endReason ?? "the server closed its input", { cause: error });
    }
  }

  /** Ends the server and everything that it started; resolves when they are gone. */
  async close(): Promise<void> {
    this.#end(undefined);
    await this.#group?.terminate();
  }

  /** Watches for the server's end, and ends what it left behind. */
  async #follow(group: ProcessGroup, output: Promise<void>, errors: Promise<void>): Promise<void> {
    const exited = group.status.then((status) => void (this.#endReason ??= this.#describeExit(status)));
    await Promise.race([exited, output]);
    const gone = group.terminate();
    // A last answer may still be in the pipe, and the last words on stderr explain the end; a grandchild may hold either open.
    await settlesWithin(Promise.all([exited, output, errors]), DRAIN_MS);
    this.#end(this.#endReason ?? "the server closed its output");
    await gone;
  }

  /** @param reason why, when it was the server's doing */
  #end(reason: string | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#endReason ??= reason;
    if (this.#endReason !== undefined && this.#lastWords !== "") {
      this.#endReason += `; its last line on stderr: ${this.#lastWords}`;
    }
    this.#ended.resolve();
    this.onclose?.();
  }

  #describeExit(status: Deno.CommandStatus): string {
    return status.signal === null ? `the server exited with code ${status.code}` : `the server was ended by ${status.signal}`;
  }

  async #readOutput(group: ProcessGroup): Promise<void> {
    const lines = new LineSplitter(MAX_MESSAGE_BYTES);
    try {
      for await (const chunk of group.stdout) {
        for (const line of lines.push(chunk)) this.#receive(line);
      }
      this.#receive(lines.takeRest());
    } catch (error) {
      if (error instanceof LineTooLongError) error.lines.forEach((line) => this.#receive(line));
      const reason = error instanceof LineTooLongError
        ? `the server sent a message of more than ${MAX_MESSAGE_BYTES} bytes`
        : String(error);
      this.#endReason ??= reason;
      this.onerror?.(new Error(reason, { cause: error }));
    }
  }

  /** Hands one line on; whatever is no JSON-RPC message is logged and skipped, because launchers and libraries print banners. */
  #receive(received: string): void {
    const line = bare(received);
    if (this.#closed || line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#logLine("stdout", line);
      return;
    }
    // Revision 2025-03-26 allowed batches.
    const messages: unknown[] = Array.isArray(value) ? value : [value];
    if (!messages.every(isMessage)) return this.#logLine("stdout", line);
    for (const message of messages) this.onmessage?.(message);
  }

  async #readErrors(group: ProcessGroup): Promise<void> {
    // Twice what is logged: secrets are taken out before the line is cut to that, so that no half of one is left at its end.
    const lines = new LogLines(2 * MAX_LOG_LINE_BYTES);
    try {
      for await (const chunk of group.stderr) {
        for (const line of lines.push(chunk)) this.#logLine("stderr", line);
      }
      const rest = lines.end();
      if (rest !== undefined) this.#logLine("stderr", rest);
    } catch (error) {
      this.onerror?.(new Error("cannot read the server's stderr", { cause: error }));
    }
  }

  #logLine(stream: "stdout" | "stderr", line: string): void {
    const clean = this.#options.redact(line);
    const text = clean.length > MAX_LOG_LINE_BYTES ? `${clean.slice(0, MAX_LOG_LINE_BYTES)}…` : clean;
    if (stream === "stderr" && text.trim() !== "") this.#lastWords = text.trim().slice(0, MAX_QUOTED_CHARS);
    this.#options.log.info(text, { stream });
  }
}

/** A line without the byte order mark and the `\r` that libraries made for Windows write around it. */
function bare(line: string): string {
  return line.slice(line.startsWith("\uFEFF") ? 1 : 0, line.endsWith("\r") ? -1 : undefined);
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === "object" && value !== null && (value as { jsonrpc?: unknown }).jsonrpc === "2.0";
}

function explainSpawnFailure(spec: GroupCommand, error: unknown): string {
  const command = JSON.stringify(spec.command);
  const detail = error instanceof Error ? error.message : String(error);
  if (detail.includes("No such cwd")) {
    return `cannot start ${command}: there is no folder ${JSON.stringify(spec.cwd)}; correct "cwd"`;
  }
  if (error instanceof Deno.errors.NotFound) {
    return spec.command.includes("/")
      ? `cannot start ${command}: there is no such file; correct "command"`
      : `cannot start ${command}: no such program in PATH; install it, or give its full path as "command"`;
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `cannot start ${command}: the file may not be executed; check its permissions`;
  }
  return `cannot start ${command}: ${detail}`;
}
