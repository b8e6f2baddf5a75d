/**
 * Names as WIT spells them.
 * @module
 */

/** The transpiler's name of something as WIT spells it: `ChatDelta` as `chat-delta`, `Provider.chatStream` as `provider.chat-stream`. */
export function witName(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
