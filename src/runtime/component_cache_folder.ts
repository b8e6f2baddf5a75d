/**
 * Where transpiled components are cached. Apart from the cache itself, because the permissions of every runtime name the folder while few
 * starts open it.
 * @module
 */

/**
 * The cache's folder by the XDG base directory rules: `$XDG_CACHE_HOME/omw`, else `$HOME/.cache/omw`; nothing when neither is an
 * absolute path.
 */
export function componentCacheFolder(env: (name: string) => string | undefined): string | undefined {
  const [cache, home] = [env("XDG_CACHE_HOME"), env("HOME")];
  if (cache?.startsWith("/")) return `${cache}/omw`;
  return home?.startsWith("/") ? `${home}/.cache/omw` : undefined;
}
