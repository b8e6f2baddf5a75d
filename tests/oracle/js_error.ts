/**
 * The kind of a js error, without what engines word in their own way.
 * @module
 */

/** The API's own messages begin like this; everything else is an engine's wording. */
const OWN =
  /^(?:no such|unknown endpoint|method must|handle object|cannot convert (?:bigint|symbol) to JSON|cyclic|byte |\w+(?: \w+)? must be |\w+ missing |already|model taken|bad spec|agent reloaded|upstream|refused|dial failed|not supported|wait_until|plain|typed|ranged)/;

/**
 * The error's name, with its message where the API or the script itself words it.
 * @param error a run's error: name, message, and where it was thrown
 */
export function kindOfJsError(error: string): string {
  const [, name = "", message = ""] = /^(\w*Error)?(?:: )?([^]*)$/.exec(error.split("\n")[0]!)!;
  const said = message.replace(/ \((?:unknown at )?[^()]*:\d+(?::\d+)?\)$/, "").replace(/ \(native\)$/, "");
  return OWN.test(said) ? `${name}: ${said}` : name;
}
