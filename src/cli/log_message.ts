/**
 * A log message's template and what is filled into it.
 * @module
 */

/**
 * The parts of a message by the rules of `@logtape/logtape`, for which the rooms write: texts at the even places, at the odd ones the
 * values of the fields that `{name}` stands for. `{{` and `}}` are braces. A text without an opening brace is taken as it is, and so is a
 * brace that is never closed. Linear in the text.
 */
export function messageParts(template: string, fields: Readonly<Record<string, unknown>>): unknown[] {
  if (!template.includes("{")) return [template];
  const parts: unknown[] = [];
  let text = "";
  for (let i = 0; i < template.length; i++) {
    const unit = template[i]!;
    if ((unit === "{" || unit === "}") && template[i + 1] === unit) {
      text += unit;
      i++;
      continue;
    }
    const end = unit === "{" ? template.indexOf("}", i) : -1;
    if (end < 0) {
      text += unit;
      // No other brace is closed either; to look again for each would be quadratic.
      if (unit === "{") return [...parts, text + template.slice(i + 1).replaceAll("{{", "{")];
      continue;
    }
    parts.push(text, fields[template.slice(i + 1, end).trim()]);
    text = "";
    i = end;
  }
  return [...parts, text];
}
