/**
 * Pushed events, cut out of their frames by place: the event's JSON text goes to the brain's world as it is, and only that world
 * parses it (design §3; `eventLine` in `src/protocol/frames.ts` writes what is cut here).
 * @module
 */

/** An event that the host pushed. */
export interface PushedEvent {
  /** The run that it is for. */
  readonly run: number;
  /** Its number within the run. */
  readonly n: number;
  /** The handle of its source. */
  id: string;
  /** The event's kind. */
  readonly kind: string;
  /** The event as JSON text. */
  readonly text: string;
}

const PREFIX = `{"t":"ev","r":`;
const BEFORE_NUMBER = `,"n":`;
const BEFORE_ID = `,"id":"`;
const BEFORE_EVENT = `","e":`;
const KIND_PREFIX = `{"kind":"`;
const DELTA_PREFIX = `{"kind":"chat-delta"`;

/**
 * The event in a frame's line; `undefined` when it is another frame.
 * @throws {SyntaxError} when it begins as an event's frame and goes on as something else
 */
export function cutEvent(line: string): PushedEvent | undefined {
  if (!line.startsWith(PREFIX)) return undefined;
  const runEnd = line.indexOf(",", PREFIX.length);
  const numberStart = runEnd + BEFORE_NUMBER.length;
  const numberEnd = line.indexOf(",", numberStart);
  const idStart = numberEnd + BEFORE_ID.length;
  const idEnd = line.indexOf('"', idStart);
  const eventStart = idEnd + BEFORE_EVENT.length;
  if (
    runEnd < 0 || numberEnd < 0 || idEnd < 0 || !line.startsWith(BEFORE_NUMBER, runEnd) ||
    !line.startsWith(BEFORE_ID, numberEnd) ||
    !line.startsWith(BEFORE_EVENT, idEnd) || !line.endsWith("}") || eventStart >= line.length - 1
  ) {
    throw new SyntaxError("an event's frame is malformed");
  }
  const text = line.slice(eventStart, -1);
  return {
    run: Number(line.slice(PREFIX.length, runEnd)),
    n: Number(line.slice(numberStart, numberEnd)),
    id: line.slice(idStart, idEnd),
    kind: eventKind(text),
    text,
  };
}

/** The kind of an event given as JSON text: cut by place where it stands first, as the host writes it. */
function eventKind(text: string): string {
  // By far the most events are these, and a constant spares them a text each.
  if (text.startsWith(DELTA_PREFIX)) return "chat-delta";
  if (text.startsWith(KIND_PREFIX)) return text.slice(KIND_PREFIX.length, text.indexOf('"', KIND_PREFIX.length));
  const event: unknown = JSON.parse(text);
  return String((event as { kind?: unknown } | null)?.kind);
}

/** The session that an `endpoint-message` or `endpoint-session-end` names; the payload may be large, so it is cut where it can be. */
export function eventSession(text: string): string {
  const cut = /^\{"kind":"[a-z-]+","payload":\{"session":"([^"\\]*)"/.exec(text);
  if (cut !== null) return cut[1]!;
  const event = JSON.parse(text) as { payload?: { session?: unknown } } | null;
  return String(event?.payload?.session);
}
