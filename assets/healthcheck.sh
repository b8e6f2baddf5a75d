#!/bin/sh
# Whether the omw of this container is well: exits with 0 or 1, and says why not.
#
# With an [endpoint] its host has to answer /healthz, which asks for no key. Without one nothing listens, and there is nothing to ask:
# omw ends when it fails, and with it the container. OMW_HEALTHCHECK_PORT is the port of endpoint.listen, 8080 unless given.
set -eu

port=${OMW_HEALTHCHECK_PORT:-8080}
case $port in
  '' | *[!0-9]*)
    echo "omw-healthcheck: OMW_HEALTHCHECK_PORT is \"$port\"; it has to be the number of endpoint.listen" >&2
    exit 1
    ;;
esac

# A line per socket: its number, the local address and port in hexadecimal, the peer's, and the state, where 0A is listening.
hex=$(printf '%04X' "$port")
tables=/proc/net/tcp
if [ -r /proc/net/tcp6 ]; then tables="$tables /proc/net/tcp6"; fi
# shellcheck disable=SC2086
if ! grep -qE "^ *[0-9]+: [0-9A-F]+:$hex [0-9A-F:]+ 0A " $tables; then exit 0; fi

if ! timeout 5 wget -q -O /dev/null "http://127.0.0.1:$port/healthz"; then
  echo "omw-healthcheck: port $port listens, but /healthz does not answer" >&2
  exit 1
fi
