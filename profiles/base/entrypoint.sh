#!/bin/sh
# Starts the sandbox's command as the user `ai`, whoever this process is.
# A krun guest's first process is root with every capability, whatever the run label says: it is dropped here, and where
# that fails nothing is started. Paths are absolute until then, since PATH may lead into a home that an agent wrote.
set -eu

user=$(/usr/bin/id -u)
if [ "$user" -eq 0 ]; then
  export HOME=/home/ai USER=ai LOGNAME=ai
  exec /usr/bin/setpriv --reuid ai --regid ai --init-groups \
    --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs \
    -- /usr/local/bin/entrypoint.sh "$@"
fi

# What a launch by Paddock adds: the proxy's password in the label's own variables. It is in no label and no argv.
if [ -r /run/paddock-proxy/environment ]; then
  set -a
  # shellcheck source=/dev/null
  . /run/paddock-proxy/environment
  set +a
fi

# Agents unpack native code into TMPDIR and die silently where it may not be executed: /tmp is noexec, the home is not.
# It is set here, not by ENV: the folder does not exist while a profile on top of this one is built.
TMPDIR=${TMPDIR:-$HOME/.cache/tmp}
BUN_TMPDIR=${BUN_TMPDIR:-$TMPDIR}
export TMPDIR BUN_TMPDIR
mkdir -p -- "$TMPDIR" || echo "entrypoint: no folder for temporary files at $TMPDIR: some agents will not start" >&2
# Bun leaves some 20 MB behind at every start of an agent: what is an hour old is loaded and needs no file.
find "$TMPDIR" -maxdepth 1 -name '.*.so' -mmin +60 -delete 2>/dev/null || true

exec "$@"
