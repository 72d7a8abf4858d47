#!/usr/bin/env bash
# Every process of a home of the Podman root is killed, as with the session that started them: the next call serves again.
# After the real-Podman suite: in its home, where the base image is.
set -euo pipefail
cd "$(dirname "$0")/../.."
in_root() { scripts/podman-root run --home test - -- "$@"; }

in_root podman run --detach --replace --name killed --network none --pull never docker.io/library/node:24-trixie-slim sleep 600 >/dev/null
mapfile -t pids < <(in_root podman inspect --format '{{.State.Pid}}' killed; grep -lszxF XDG_RUNTIME_DIR=/run/user/test /proc/[0-9]*/environ | cut -d/ -f3)
kill -9 "${pids[@]}" || true # one may have ended by itself
sleep 1
running=$(in_root podman ps --quiet 2>/dev/null) || { echo "no podman runs where the processes of another were killed"; exit 1; }
[ -z "$running" ] || { echo "still taken for running: $running"; exit 1; }
in_root podman rm --force killed >/dev/null 2>&1
