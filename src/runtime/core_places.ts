/**
 * Where a component holds its core modules. The transpiler takes most of them out as they are, so what keeps its results (the disk cache,
 * the rhai interpreter that omw brings) keeps their places instead: a component of 10 MB is neither stored nor read nor hashed twice.
 * @module
 */

/** A core module's name, and in bytes where it begins in the component and how long it is. */
export type CorePlace = [name: string, at: number, length: number];

/** Core modules: where those lie that are in the component, and the others themselves. */
export interface PlacedCores {
  /** Those that are in the component. */
  places: CorePlace[];
  /** The others, by name. */
  rest: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Finds core modules in a component. */
export function placeCores(
  component: Uint8Array<ArrayBuffer>,
  cores: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): PlacedCores {
  // One unit a byte, so that the engine's search for texts serves.
  const text = new TextDecoder("latin1");
  const whole = text.decode(component);
  const found: PlacedCores = { places: [], rest: new Map() };
  for (const [name, bytes] of cores) {
    const at = whole.indexOf(text.decode(bytes));
    if (at < 0) found.rest.set(name, bytes);
    else found.places.push([name, at, bytes.length]);
  }
  return found;
}

/**
 * The core modules of a component, as views of it.
 * @throws {RangeError} when a place is not in the component
 */
export function coresAt(
  component: Uint8Array<ArrayBuffer>,
  places: readonly CorePlace[],
): Map<string, Uint8Array<ArrayBuffer>> {
  return new Map(places.map(([name, at, length]) => {
    if (!(at >= 0 && length >= 0 && at + length <= component.length)) throw new RangeError(`${name} is not in the component`);
    return [name, component.subarray(at, at + length)];
  }));
}
