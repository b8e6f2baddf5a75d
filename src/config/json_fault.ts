/**
 * Where a text stops being JSON. The engine's own errors give a place only sometimes, and quote the text.
 * @module
 */

const SPACE = /[ \t\r\n]*/y;
const ATOM = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** What may come next. `item` and `member` follow an opening bracket, so the closing one may come too. */
type Wanted = "value" | "item" | "member" | "key" | "colon" | "separator";

/**
 * The offset of the first token of `text` that no JSON (RFC 8259) can have there; the length of the text when it ends too early or
 * is whole. Takes time in proportion to the text.
 */
export function jsonFault(text: string): number {
  const open: ("]" | "}")[] = [];
  let wanted: Wanted = "value";
  let offset = skip(SPACE, text, 0);
  while (offset < text.length) {
    const character = text[offset];
    const close = open.at(-1);
    let end = offset + 1;
    if (wanted === "separator") {
      if (character === ",") wanted = close === "}" ? "key" : "value";
      else if (character === close) open.pop();
      else return offset;
      // Nothing may follow the outermost value.
      if (close === undefined) return offset;
    } else if (wanted === "colon") {
      if (character !== ":") return offset;
      wanted = "value";
    } else if ((wanted === "item" || wanted === "member") && character === close) {
      open.pop();
      wanted = "separator";
    } else if (wanted === "key" || wanted === "member") {
      end = skipString(text, offset);
      if (end === offset) return offset;
      wanted = "colon";
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      wanted = character === "{" ? "member" : "item";
    } else {
      end = character === '"' ? skipString(text, offset) : skip(ATOM, text, offset);
      if (end === offset) return offset;
      wanted = "separator";
    }
    offset = skip(SPACE, text, end);
  }
  return text.length;
}

/** The offset behind what `pattern` matches at `offset`, or `offset`. */
function skip(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}

/** The offset behind the string at `offset`, or `offset` when there is none or it is faulty. */
function skipString(text: string, offset: number): number {
  if (text[offset] !== '"') return offset;
  for (let at = offset + 1; at < text.length;) {
    const character = text[at] ?? "";
    if (character === '"') return at + 1;
    const next = character === "\\" ? skip(ESCAPE, text, at) : at + 1;
    if (next === at || character < " ") return offset;
    at = next;
  }
  return offset;
}
