#!/usr/bin/env bash
# Every process of a home of the Podman root is killed, as with the session that started them: the next call serves again.
# After the real-Podman suite: in its home, where the base image is.
set -euo pipefail
cd "$(dirname "$0")/../.."
in_root() { scripts/podman-root run --home test - -- "$@"; }

in_root podman run --detach --replace --name killed --network none --pull never docker.io/library/node:24-trixie-slim sleep 7321 >/dev/null
mapfile -t pids < <({ grep -lszxF XDG_RUNTIME_DIR=/run/user/test /proc/[0-9]*/environ; grep -lsxzF 7321 /proc/[0-9]*/cmdline; } | cut -d/ -f3)
kill -9 "${pids[@]}" || true # one may have ended by itself
while kill -0 "${pids[0]}" 2>/dev/null; do sleep 0.1; done
running=$(in_root podman ps --quiet 2>/dev/null) || { echo "no podman runs where the processes of another were killed"; exit 1; }
[ -z "$running" ] || { echo "still taken for running: $running"; exit 1; }
in_root podman rm --force killed >/dev/null 2>&1
