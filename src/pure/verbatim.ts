/**
 * Text for a logger that fills in placeholders.
 * @module
 */

/**
 * `text` as a log message that comes out as it is: the logger reads `{name}` as a place to fill in, and a doubled brace as one, but
 * looks at neither in a text without an opening brace.
 */
export function verbatim(text: string): string {
  return !text.includes("{") ? text : text.replaceAll("{", "{{").replaceAll("}", "}}");
}
