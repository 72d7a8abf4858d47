#!/bin/sh
# Installs one agent from npm, exactly as locked, and puts its commands on PATH.
# usage: install-agent.sh PACKAGE VERSION SHA512   (of the package's tarball, hex)
# The pin covers the package alone; its lock in agents/ covers what it pulls in, native code too, and must agree with the pin.
set -eu

package=$1 version=$2 hash=$3
folder=/usr/local/lib/agents/${package##*/}
scratch=$(mktemp -d)
export npm_config_cache="$scratch/cache" npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false

tarball=$(cd "$scratch" && npm pack --loglevel=error "$package@$version")
echo "$hash  $scratch/$tarball" | sha512sum --check

integrity=sha512-$(node --print 'Buffer.from(process.argv[1], "hex").toString("base64")' "$hash")
if ! jq --exit-status --arg package "node_modules/$package" --arg version "$version" --arg integrity "$integrity" '
  (.packages[$package] | .version == $version and .integrity == $integrity) and
  all(.packages | del(.[""])[] | select((.os // ["linux"]) | index("linux")); .integrity // "" | test("^sha512-"))
' "$folder/package-lock.json" >/dev/null; then
  echo "install-agent: $folder/package-lock.json does not lock $package $version as pinned: write the lock anew" >&2
  exit 1
fi

cd "$folder"
npm ci --ignore-scripts

# A postinstall may replace what is missing by an unchecked download; offline it can only use what was locked.
root=node_modules/$package
postinstall=$(jq --raw-output '.scripts.postinstall // empty' "$root/package.json")
if [ -n "$postinstall" ]; then
  (cd "$root" && npm_config_offline=true sh -euc "$postinstall")
fi

for command in $(jq --raw-output '.bin | keys[]' "$root/package.json"); do
  ln -s "$folder/node_modules/.bin/$command" "/usr/local/bin/$command"
done
rm -rf "$scratch"
