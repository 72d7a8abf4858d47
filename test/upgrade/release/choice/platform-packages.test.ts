import t from "tap";
import { PaddockError } from "../../../../lib/errors.ts";
import {
  missingPlatformPackage,
  platformPackageNames,
  platformPackages,
} from "../../../../lib/upgrade/release/choice/platform-packages.ts";
import type { Packument } from "../../../../lib/upgrade/release/packument.ts";
import { casePackument, packumentOf } from "../../packument-for-tests.ts";

const PLATFORMS = ["linux-x64", "linux-arm64"];

const wrapper = packumentOf({
  "1.0.0": {
    optionalDependencies: {
      "agent-linux-x64": "1.0.0",
      "agent-linux-x64-musl": "1.0.0",
      "agent-darwin-arm64": "1.0.0",
      "@scope/agent-linux-arm64-gnu": "^1.0.0",
      "own-linux-x64": "npm:agent-cli@1.0.0-linux-x64",
      colours: "^1.0.0",
    },
  },
  "1.0.0-linux-x64": {},
});
const release = wrapper.versions.get("1.0.0");
if (release === undefined) throw new Error("no release");

t.test("which dependencies hold native code for this platform", (t) => {
  t.strictSame(platformPackages(release, PLATFORMS), [
    { platform: "linux-x64", package: "agent-linux-x64", range: "1.0.0" },
    { platform: "linux-arm64", package: "@scope/agent-linux-arm64-gnu", range: "^1.0.0" },
    { platform: "linux-x64", package: "agent-cli", range: "1.0.0-linux-x64" },
  ]);
  t.strictSame(platformPackageNames(wrapper, PLATFORMS), [
    "@scope/agent-linux-arm64-gnu",
    "agent-linux-x64",
  ]);
  t.end();
});

function named(name: string, version: string, fields = {}): readonly [string, Packument] {
  return [name, packumentOf({ [version]: fields }, {}, name)];
}

const self = [wrapper.name, wrapper] as const;
const x64 = named("agent-linux-x64", "1.0.0");
const arm64 = named("@scope/agent-linux-arm64-gnu", "1.2.0");
const unproven = named("agent-linux-x64", "1.0.0", { dist: { integrity: "sha1-x" } });
const broken = new PaddockError("failed", "no answer", { fix: "wait" });

const ROWS: readonly (readonly [
  name: string,
  answers: readonly (readonly [string, Packument | PaddockError])[],
  expected: RegExp | undefined,
])[] = [
  ["all builds are there", [self, x64, arm64], undefined],
  ["one was not looked up", [self, x64], /cannot be looked up/u],
  [
    "one could not be looked up",
    [self, arm64, ["agent-linux-x64", broken]],
    /cannot be looked up/u,
  ],
  ["one has no sha512", [self, unproven, arm64], /no sha512/u],
  ["one is of another version", [self, named("agent-linux-x64", "0.9.0"), arm64], /not out yet/u],
];
for (const [name, answers, expected] of ROWS) {
  t.test(name, (t) => {
    const packuments = new Map<string, Packument | PaddockError>(answers);
    const missing = missingPlatformPackage(release, PLATFORMS, packuments);
    if (expected === undefined) t.equal(missing, undefined);
    else t.match(missing?.reason, expected);
    t.end();
  });
}

t.test("D14 wrapper published before its platform binary", (t) => {
  const packument = casePackument("D14", "@scope/agent");
  const early = packument.versions.get("0.149.1");
  t.ok(early);
  if (early !== undefined) {
    const missing = missingPlatformPackage(
      early,
      PLATFORMS,
      new Map([[packument.name, packument]]),
    );
    t.equal(
      missing?.reason,
      "the platform build for linux-x64 is not out yet (@scope/agent@0.149.1-linux-x64)",
    );
  }
  t.end();
});
