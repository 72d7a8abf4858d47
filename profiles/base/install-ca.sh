#!/bin/sh
# Makes the image trust the certificate authorities in the build secret `paddock-ca`, if there is one.
# usage: install-ca.sh SHA256   (of the secret; empty where none is given)
set -eu

secret=/run/secrets/paddock-ca
folder=/usr/local/share/ca-certificates
if [ -n "$1" ]; then
  echo "$1  $secret" | sha256sum --check --quiet
fi

# The slim image has no authorities at all, so even a mirror of Debian's on https needs these for the first package.
bundle=$(mktemp)
node --print 'require("node:tls").rootCertificates.join("\n")' >"$bundle"
if [ -f "$secret" ]; then
  cat "$secret" >>"$bundle"
fi
chmod 644 "$bundle"
apt-get --option Acquire::https::CAInfo="$bundle" update
apt-get --option Acquire::https::CAInfo="$bundle" install --yes --no-install-recommends ca-certificates
apt-get clean
rm -rf "$bundle" /var/lib/apt/lists/*

if [ -f "$secret" ]; then
  # update-ca-certificates takes one certificate a file.
  awk -v folder="$folder" '
    /-----BEGIN CERTIFICATE-----/ { count++; file = sprintf("%s/paddock-ca-%d.crt", folder, count) }
    file { print > file }
    /-----END CERTIFICATE-----/ { close(file); file = "" }
    END { if (!count) { print "install-ca: no PEM certificate in the secret" > "/dev/stderr"; exit 1 } }
  ' "$secret"
  update-ca-certificates
fi
