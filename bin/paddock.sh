#!/bin/sh
# The shell tool's name for the same program: build, rebuild, run, upgrade, help.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)
if [ ! -f "$root/dist/bin/paddock.js" ]; then
  echo "paddock.sh: $root/dist/bin/paddock.js is missing." >&2
  echo "  Run scripts/start once, or npm ci && npm run build." >&2
  exit 1
fi
if [ "${1-}" = help ]; then
  shift
  set -- --help "$@"
fi
exec node "$root/dist/bin/paddock.js" "$@"
