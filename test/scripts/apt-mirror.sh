#!/usr/bin/env bash
# The mirror that scripts/apt-mirror reads out of apt's two formats, a row for each trap.
set -euo pipefail
cd "$(dirname "$0")/../.."
apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
status=0

expect() { # NAME KIND EXPECTED FILE TEXT: the only sources file is FILE with TEXT
  local name=$1 kind=$2 expected=$3 file=$4 text=$5 found
  rm -rf "${apt:?}"/*
  mkdir "$apt/sources.list.d"
  printf '%s\n' 'http://from-list.example/debian priority:1' >"$apt/debian.list"
  printf '%b' "$text" >"$apt/$file"
  found=$(scripts/apt-mirror "$kind" "$apt" 2>/dev/null) || found=none
  [ "$found" = "$expected" ] || { echo "$name: found $found, not $expected" >&2; status=1; }
}

yes=http://yes.example/debian
list=sources.list sources=sources.list.d/debian.sources
expect "one line" main $yes $list "deb $yes bookworm main\n"
expect "a last slash, options and a comment" main $yes $list "deb [arch=amd64 signed-by=/k] $yes/ trixie main contrib # why\n"
expect "comments and sources come first" main $yes $list "# deb http://no.example/debian bookworm main\ndeb-src http://no.example/debian bookworm main\ndeb $yes bookworm main\n"
expect "another vendor's packages for Debian" main $yes $list "deb http://no.example/linux/debian bookworm stable\ndeb $yes bookworm main\n"
expect "security is not main" main none $list "deb http://sec.example/debian-security bookworm-security main\n"
expect "security" security http://sec.example/debian-security $list "deb $yes bookworm main\ndeb http://sec.example/debian-security/ bookworm-security main\n"
expect "a stanza" main $yes $sources "# mirror\nTypes: deb\nURIs: $yes\nSuites: bookworm bookworm-updates\nComponents: main\n"
expect "continued fields" main $yes $sources "Types: deb deb-src\nURIs:\n $yes\n http://second.example/debian\nSuites:\n bookworm\nComponents:\n main\n"
expect "a stanza that is off" main $yes $sources "Types: deb\nURIs: http://no.example/debian\nSuites: bookworm\nComponents: main\nEnabled: no\n\nTypes: deb\nURIs: $yes\nSuites: bookworm\nComponents: main\n"
expect "a list of mirrors" main http://from-list.example/debian $sources "Types: deb\nURIs: mirror+file://$apt/debian.list\nSuites: bookworm\nComponents: main\n"
expect "nothing" main none $list ""
exit $status
