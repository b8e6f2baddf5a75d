/**
 * Takes the place of `src/runtime/build_component.ts` in every release: what builds components are native programs, which a release
 * does not bring.
 * @module
 */

/**
 * Builds nothing.
 * @throws {Error} always, with the way out
 */
export function buildComponent(path: string): never {
  const wayOut = "use omw from its sources (bin/omw build)";
  throw new Error(`cannot build ${JSON.stringify(path)}: a compiled omw lacks the tools, which are native programs; ${wayOut}`);
}
