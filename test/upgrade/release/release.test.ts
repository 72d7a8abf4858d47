import t from "tap";
import { readRelease } from "../../../lib/upgrade/release/release.ts";

function read(fields: object) {
  return readRelease("agent-cli", "1.0.0", { name: "agent-cli", version: "1.0.0", ...fields });
}

t.test("every field", (t) => {
  const found = read({
    dist: {
      integrity: "sha512-x",
      shasum: "00",
      tarball: "https://registry.example/a.tgz",
      signatures: [{ keyid: "SHA256:k", sig: "c2ln" }, "odd"],
      attestations: { url: "https://registry.example/-/npm/v1/attestations/agent-cli@1.0.0" },
    },
    deprecated: "use 2",
    engines: { node: ">=20" },
    optionalDependencies: { "agent-linux-x64": "1.0.0" },
    scripts: { postinstall: "node install.cjs", test: "tap" },
    maintainers: [{ name: "zoe" }, { name: "ann", email: "a@b.example" }, "zoe <z@b.example>"],
    repository: { type: "git", url: "git+https://GitHub.com/Owner/Agent.git" },
    _npmUser: { name: "ci-bot" },
  });
  t.strictSame(found, {
    name: "agent-cli",
    version: "1.0.0",
    integrity: "sha512-x",
    shasum: "00",
    tarball: "https://registry.example/a.tgz",
    deprecated: "use 2",
    nodeEngines: ">=20",
    repository: "github.com/owner/agent",
    publisher: "ci-bot",
    optionalDependencies: { "agent-linux-x64": "1.0.0" },
    hasInstallScript: true,
    installScripts: { postinstall: "node install.cjs" },
    maintainers: ["ann", "zoe"],
    signatures: [
      { keyId: "SHA256:k", signature: "c2ln" },
      { keyId: "", signature: "" },
    ],
    hasAttestations: true,
    attestationsAddress: "https://registry.example/-/npm/v1/attestations/agent-cli@1.0.0",
  });
  t.end();
});

t.test("no fields", (t) => {
  t.strictSame(read({}), {
    name: "agent-cli",
    version: "1.0.0",
    optionalDependencies: {},
    hasInstallScript: false,
    installScripts: {},
    maintainers: [],
    signatures: [],
    hasAttestations: false,
  });
  t.end();
});

const DEPRECATED: readonly (readonly [value: unknown, expected: string | undefined])[] = [
  ["broken", "broken"],
  [true, "no reason given"],
  ["", undefined],
  [false, undefined],
];
for (const [value, expected] of DEPRECATED) {
  t.test(`deprecated: ${JSON.stringify(value)}`, (t) => {
    t.equal(read({ deprecated: value })?.deprecated, expected);
    t.end();
  });
}

t.test("D16 the flag alone says that there is an install script", (t) => {
  t.equal(read({ hasInstallScript: true })?.hasInstallScript, true);
  t.end();
});

const UNREADABLE: readonly (readonly [name: string, version: string, entry: unknown])[] = [
  ["a text", "1.0.0", "x"],
  ["no semver", "1.0", { version: "1.0" }],
  ["a v before it", "v1.0.0", { version: "v1.0.0" }],
  ["another version inside", "1.0.0", { version: "1.0.1" }],
  ["another name inside", "1.0.0", { name: "other", version: "1.0.0" }],
];
for (const [name, version, entry] of UNREADABLE) {
  t.test(`not a release: ${name}`, (t) => {
    t.equal(readRelease("agent-cli", version, entry), undefined);
    t.end();
  });
}
