#!/bin/sh
# Builds the release tarballs: ./compile.sh [--variant default|rhai|js|full]… [--arch x86_64|aarch64]… [--output folder]
#
# Without options: every variant, for both architectures, into dist/. In the environment:
#   DENO               the Deno that bundles and compiles (default: deno on the PATH, else the one that npx brings)
#   DENORT_BIN         the compile runtime, of exactly that Deno's version; its architecture is then the only one that is built.
#                      Without it Deno downloads the runtimes from its own site.
#   SOURCE_DATE_EPOCH  the time that goes into every file, in seconds (default: the last commit's)
# Needs GNU tar and gzip. Two builds with one Deno, one runtime and one time are the same bytes, whatever the folder; another version of
# Deno embeds the same files in another form, and another gzip may pack them otherwise.
set -eu

root=$(CDPATH='' cd -P "$(dirname "$0")" && pwd)

if [ -z "${DENO:-}" ]; then
  if command -v deno >/dev/null 2>&1; then
    DENO=$(command -v deno)
  elif command -v npx >/dev/null 2>&1; then
    DENO=$(npx -y deno@2.9.6 eval 'console.log(Deno.execPath())')
  else
    echo "compile.sh: neither deno nor npx is on the PATH, and DENO names none; install Deno 2.6 or later (https://deno.com)" >&2
    exit 1
  fi
  export DENO
fi

if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)
  export SOURCE_DATE_EPOCH
fi

# All permissions: the bundler is a native library, and Deno, tar and gzip are started.
exec "$DENO" run --no-prompt --quiet --config "$root/deno.json" --lock "$root/deno.lock" --frozen --no-remote --allow-all \
  "$root/tools/compile.ts" "$@"
