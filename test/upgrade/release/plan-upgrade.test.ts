import t from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { planUpgrade } from "../../../lib/upgrade/release/plan-upgrade.ts";
import type { UpgradeRules } from "../../../lib/upgrade/release/plan-upgrade.ts";
import type { AgentPlan, PinnedAgent } from "../../../lib/upgrade/release/agent-plan.ts";
import type { Packument } from "../../../lib/upgrade/release/packument.ts";
import { caseFile, casePackument, hashOf, packumentOf, pinOf } from "../packument-for-tests.ts";

const DAY_MS = 86_400_000;
const rules: UpgradeRules = {
  now: new Date("2026-11-29T12:00:00Z"),
  minAgeMs: 0,
  allowDowngrade: false,
  accept: false,
  nodeVersion: "20.19.0",
  platforms: ["linux-x64", "linux-arm64"],
};

function plan(
  pin: PinnedAgent,
  packument: Packument,
  change: Partial<UpgradeRules> = {},
): AgentPlan {
  const [first] = planUpgrade([pin], new Map([[packument.name, packument]]), {
    ...rules,
    ...change,
  });
  if (first === undefined) throw new Error("no plan");
  return first;
}

/** The plan as one line: kind, the version that the agent has after it, the reason, the notes. */
function line(found: AgentPlan): string {
  return [found.kind, found.facts.chosen, found.reason, ...found.facts.notes].join(" | ");
}

t.test("D01 latest is a prerelease", (t) => {
  const found = plan(pinOf("1.8.0"), casePackument("D01"));
  t.equal(
    line(found),
    "raise | 1.9.0 | 1.8.0 to 1.9.0 | the pinned 1.8.0 is withdrawn | latest is not followed: 2.0.0-beta.1 is a prerelease",
  );
  t.end();
});

t.test("D03 latest moves backwards after a withdrawal", (t) => {
  const packument = casePackument("D03");
  const found = plan(pinOf("2.1.88"), packument);
  t.equal(found.kind, "withdrawn");
  t.equal(found.kind === "withdrawn" ? found.offer : "", "2.1.87");
  t.equal(found.facts.chosen, "2.1.88");
  t.match(found.reason, /2\.1\.88 is withdrawn; 2\.1\.87 is older; --allow-downgrade takes it/u);
  const lowered = plan(pinOf("2.1.88"), packument, { allowDowngrade: true });
  t.match(lowered, { kind: "lower", pin: { version: "2.1.87" } });
  t.end();
});

t.test("D03 the pinned release exists and latest is lower: never silently", (t) => {
  const packument = packumentOf({ "1.0.0": {}, "1.1.0": {} }, { "dist-tags": { latest: "1.0.0" } });
  t.equal(
    line(plan(pinOf("1.1.0"), packument)),
    "keep | 1.1.0 | the registry moved back to 1.0.0; --allow-downgrade follows it | 1.1.0 is higher, but latest is 1.0.0",
  );
  const lowered = plan(pinOf("1.1.0"), packument, { allowDowngrade: true });
  t.match(lowered, { kind: "lower", pin: { version: "1.0.0", hash: hashOf("agent-cli@1.0.0") } });
  t.end();
});

t.test("D04 latest behind the highest version", (t) => {
  const packument = casePackument("D04");
  t.equal(
    line(plan(pinOf("2.4.8"), packument)),
    "raise | 2.4.9 | 2.4.8 to 2.4.9 | the pinned 2.4.8 is withdrawn | 2.5.0 is higher, but latest is 2.4.9",
  );
  const hash = plan(pinOf("2.5.0"), packument);
  t.equal(hash.kind, "failed", "another content than the pinned one");
  t.equal(plan(pinOf("2.4.8"), packument).facts.newest, "2.5.0");
  t.end();
});

t.test("D06 no dist.integrity stops the upgrade of that agent", (t) => {
  const found = plan(pinOf("0.9.0"), casePackument("D06"));
  t.equal(found.kind, "failed");
  t.strictSame(found.facts.integrity, {
    failed: "1.0.0: the registry gives no sha512 for it",
  });
  t.end();
});

t.test("D07 the sha512 is found among other algorithms", (t) => {
  const found = plan(pinOf("0.9.0"), casePackument("D07"));
  t.match(found, {
    kind: "raise",
    pin: { version: "1.0.0", hash: caseFile("D07", "want.txt").trim() },
  });
  t.end();
});

t.test("D09 no time map: age unknown, wait", (t) => {
  const found = plan(pinOf("0.9.0"), packumentOf({ "0.9.0": {}, "1.0.0": {} }), {
    minAgeMs: DAY_MS,
  });
  t.equal(
    line(found),
    "wait | 0.9.0 | 1.0.0: age unknown, the registry gives no publish time | latest is not followed: the registry has no such tag",
  );
  t.equal(found.kind === "wait" ? found.until : new Date(), undefined);
  t.equal(plan(pinOf("0.9.0"), casePackument("D09"), { minAgeMs: 0 }).kind, "raise");
  t.end();
});

t.test("D10 time values of a mirror: order by semver, not by time", (t) => {
  const packument = casePackument("D10");
  const found = plan(pinOf("0.60.0"), packument, { minAgeMs: DAY_MS });
  t.match(found, { kind: "raise", pin: { version: "0.61.0" }, facts: { newest: "0.61.0" } });
  t.equal(found.facts.publishedAt?.toISOString(), "2026-09-25T01:38:22.877Z");
  const early = plan(pinOf("0.60.0"), packument, {
    minAgeMs: DAY_MS,
    now: new Date("2026-09-25T02:00:00Z"),
  });
  t.equal(early.kind, "withdrawn", "the date of the copy only makes it stricter");
  t.end();
});

t.test("D12 whole package unpublished, and the other agent goes on", (t) => {
  const other = packumentOf({ "1.0.0": {} }, { "dist-tags": { latest: "1.0.0" } }, "other");
  const failure = new PaddockError("registry-unreachable", "no answer", { fix: "wait" });
  const found = planUpgrade(
    [
      pinOf("1.0.0"),
      pinOf("1.0.0", undefined, "broken"),
      pinOf("1.0.0", undefined, "other"),
      pinOf("1.0.0", undefined, "unasked"),
    ],
    new Map<string, Packument | PaddockError>([
      ["agent-cli", casePackument("D12")],
      ["broken", failure],
      ["other", other],
    ]),
    rules,
  );
  t.strictSame(found.map(line), [
    "failed | 1.0.0 | agent-cli was unpublished on 2016-12-07T16:28:02.949Z",
    "failed | 1.0.0 | no answer",
    "keep | 1.0.0 | it is current",
    "failed | 1.0.0 | the registry was not asked for it",
  ]);
  t.equal(found[1]?.kind === "failed" ? found[1].error : undefined, failure);
  t.end();
});

t.test("D14 wrapper published before its platform binary: the pin stays", (t) => {
  const packument = casePackument("D14", "@scope/agent");
  const missing = packumentOf(
    {
      "0.149.0": {},
      "0.149.1": { optionalDependencies: { "a-linux-x64": "npm:@scope/agent@0.149.1-linux-x64" } },
    },
    {},
    "@scope/agent",
  );
  const pin = pinOf("0.149.0", undefined, "@scope/agent");
  t.match(plan(pin, missing), {
    kind: "wait",
    reason:
      "0.149.1: the platform build for linux-x64 is not out yet (@scope/agent@0.149.1-linux-x64)",
    facts: { chosen: "0.149.0" },
  });
  t.equal(plan(pin, packument).kind, "withdrawn");
  t.end();
});

t.test("D14 platform packages of another name are looked up", (t) => {
  const packument = packumentOf({
    "1.0.0": {},
    "1.1.0": { optionalDependencies: { "agent-linux-x64": "1.1.0" } },
  });
  const platform = packumentOf({ "1.1.0": {} }, {}, "agent-linux-x64");
  t.equal(plan(pinOf("1.0.0"), packument).kind, "wait");
  const platformPackuments = new Map([["agent-linux-x64", platform]]);
  t.equal(plan(pinOf("1.0.0"), packument, { platformPackuments }).kind, "raise");
  t.end();
});

t.test("D16 an install script is reported, and its coming needs --accept", (t) => {
  const found = plan(pinOf("1.0.0"), casePackument("D16"));
  t.ok(found.facts.notes.includes("has an install script"));
  const packument = packumentOf({ "1.0.0": {}, "2.0.0": { hasInstallScript: true } });
  t.match(plan(pinOf("1.0.0"), packument), {
    kind: "skip",
    changes: [{ kind: "install-scripts" }],
    facts: { chosen: "1.0.0" },
  });
  t.match(plan(pinOf("1.0.0"), packument, { accept: true }), {
    kind: "raise",
    changes: [{ kind: "install-scripts" }],
  });
  t.end();
});

t.test(
  "D24 cooldown: an older release is taken, and the plan says from when the newer may be",
  (t) => {
    const packument = casePackument("D24");
    const now = new Date(caseFile("D24", "now.txt").trim());
    const found = plan(pinOf("0.9.0"), packument, { minAgeMs: DAY_MS, now });
    t.match(found, { kind: "raise", pin: { version: "1.0.0" } });
    t.ok(found.facts.notes.includes("1.0.1 is too young, eligible from 2026-11-30T11:00:00.000Z"));
    const late = { minAgeMs: DAY_MS, now: new Date("2026-11-30T11:00:00Z") };
    t.match(plan(pinOf("0.9.0"), packument, late), { kind: "raise", pin: { version: "1.0.1" } });
    t.end();
  },
);

t.test("D24 nothing older to take: wait until", (t) => {
  const packument = packumentOf(
    { "1.0.0": {}, "1.0.1": {} },
    {
      "dist-tags": { latest: "1.0.1" },
      time: { "1.0.0": "2026-11-01T00:00:00Z", "1.0.1": "2026-11-29T11:00:00Z" },
    },
  );
  const found = plan(pinOf("1.0.0"), packument, { minAgeMs: DAY_MS });
  t.match(found, { kind: "wait", facts: { chosen: "1.0.0" } });
  t.equal(found.kind === "wait" ? found.until?.toISOString() : "", "2026-11-30T11:00:00.000Z");
  t.equal(plan(pinOf("1.0.0"), packument, { minAgeMs: DAY_MS, to: "1.0.1" }).kind, "wait");
  t.end();
});

t.test("D28 provenance disappears: needs --accept", (t) => {
  const dist = { attestations: { url: "https://registry.example/a" } };
  const packument = packumentOf({ "1.0.0": { dist }, "1.0.1": {} });
  t.match(plan(pinOf("1.0.0"), packument), { kind: "skip", changes: [{ kind: "provenance" }] });
  t.equal(plan(pinOf("1.0.0"), packument, { accept: true }).kind, "raise");
  t.end();
});

t.test("D28 a withdrawn pin is compared with the release before it", (t) => {
  const maintainers = [{ name: "ann" }];
  const packument = packumentOf({
    "0.9.0": { maintainers },
    "1.0.0-linux-x64": {},
    "1.0.1": { maintainers: [{ name: "eve" }] },
  });
  t.match(plan(pinOf("1.0.0"), packument), { kind: "skip", changes: [{ kind: "maintainers" }] });
  t.equal(plan(pinOf("0.8.0"), packument).kind, "raise");
  t.end();
});

const LATEST = { "dist-tags": { latest: "1.1.0" } };

const NATIVE: readonly (readonly [name: string, error: PaddockError, expected: string])[] = [
  [
    "it is not there",
    new PaddockError("package-unknown", "no package", { fix: "" }),
    "wait | 1.0.0 | 1.1.0: its build for linux-x64 (agent-linux-x64) is not out yet",
  ],
  [
    "the registry fails",
    new PaddockError("registry-unreachable", "no answer", { fix: "Try again." }),
    "failed | 1.0.0 | 1.1.0: its build for linux-x64 (agent-linux-x64) cannot be looked up: no answer",
  ],
];
for (const [name, error, expected] of NATIVE) {
  t.test(`D14 the native code of a release: ${name}`, (t) => {
    const optionalDependencies = { "agent-linux-x64": "1.1.0" };
    const packument = packumentOf({ "1.0.0": {}, "1.1.0": { optionalDependencies } }, LATEST);
    const platformPackuments = new Map([["agent-linux-x64", error]]);
    t.equal(line(plan(pinOf("1.0.0"), packument, { platformPackuments })), expected);
    t.end();
  });
}

const plain = packumentOf(
  {
    "1.0.0": {},
    "1.1.0": {},
    "1.2.0": { deprecated: "broken" },
    "1.3.0": { engines: { node: ">=22" } },
    "1.3.0-linux-x64": {},
  },
  { "dist-tags": { latest: "1.3.0" } },
);

const ROWS: readonly (readonly [
  name: string,
  pin: string,
  change: Partial<UpgradeRules>,
  expected: string,
])[] = [
  [
    "engines.node: a release that can run is taken instead",
    "1.0.0",
    {},
    "raise | 1.1.0 | 1.0.0 to 1.1.0 | 1.3.0 needs Node >=22, the image has 20.19.0",
  ],
  [
    "engines.node: nothing else can",
    "1.1.0",
    {},
    "skip | 1.1.0 | 1.3.0 needs Node >=22, the image has 20.19.0",
  ],
  ["engines.node fits", "1.0.0", { nodeVersion: "22.1.0" }, "raise | 1.3.0 | 1.0.0 to 1.3.0"],
  [
    "engines.node fits some Node of the line that a tag names",
    "1.0.0",
    { nodeVersion: "22" },
    "raise | 1.3.0 | 1.0.0 to 1.3.0",
  ],
  [
    "engines.node fits no Node of that line",
    "1.1.0",
    { nodeVersion: "20" },
    "skip | 1.1.0 | 1.3.0 needs Node >=22, the image has 20",
  ],
  [
    "engines.node is not known",
    "1.0.0",
    { nodeVersion: undefined },
    "raise | 1.3.0 | 1.0.0 to 1.3.0",
  ],
  ["a named release", "1.0.0", { to: "1.1.0" }, "raise | 1.1.0 | 1.0.0 to 1.1.0"],
  ["a named release that is there", "1.1.0", { to: "1.1.0" }, "keep | 1.1.0 | it is current"],
  [
    "a named release that is older",
    "1.1.0",
    { to: "1.0.0" },
    "skip | 1.1.0 | 1.0.0 is older; --allow-downgrade takes it",
  ],
  [
    "a named release that is older, allowed",
    "1.1.0",
    { to: "1.0.0", allowDowngrade: true },
    "lower | 1.0.0 | 1.1.0 back to 1.0.0",
  ],
  [
    "a named release that is not there",
    "1.0.0",
    { to: "9.0.0" },
    "failed | 1.0.0 | the registry has no release 9.0.0",
  ],
  [
    "a named prerelease",
    "1.0.0",
    { to: "1.3.0-linux-x64" },
    "failed | 1.0.0 | 1.3.0-linux-x64 is a prerelease",
  ],
  [
    "a named deprecated release",
    "1.0.0",
    { to: "1.2.0" },
    "failed | 1.0.0 | 1.2.0 is deprecated: broken",
  ],
  [
    "a name that is no version",
    "1.0.0",
    { to: "latest" },
    "failed | 1.0.0 | latest is not a version",
  ],
  ["a pin that is no version", "^1.0.0", {}, "failed | ^1.0.0 | the pin ^1.0.0 is no version"],
  [
    "a pinned release that is deprecated",
    "1.2.0",
    {},
    "skip | 1.2.0 | 1.3.0 needs Node >=22, the image has 20.19.0 | 1.2.0 is deprecated: broken",
  ],
];
for (const [name, pin, change, expected] of ROWS) {
  t.test(name, (t) => {
    t.equal(line(plan(pinOf(pin), plain, change)), expected);
    t.end();
  });
}

t.test("engines.node that is no range is met by no Node", (t) => {
  const packument = packumentOf(
    { "1.0.0": {}, "1.1.0": { engines: { node: "a recent one" } } },
    LATEST,
  );
  t.equal(
    line(plan(pinOf("1.0.0"), packument)),
    "skip | 1.0.0 | 1.1.0 needs Node a recent one, the image has 20.19.0",
  );
  t.end();
});

t.test("latest is deprecated: the newest stable release", (t) => {
  const packument = packumentOf(
    { "1.0.0": {}, "1.1.0": {}, "1.2.0": { deprecated: "broken" } },
    { "dist-tags": { latest: "1.2.0" } },
  );
  t.equal(
    line(plan(pinOf("1.0.0"), packument)),
    "raise | 1.1.0 | 1.0.0 to 1.1.0 | latest is not followed: 1.2.0 is deprecated: broken",
  );
  t.end();
});

t.test("only prereleases", (t) => {
  const packument = packumentOf({ "1.0.0-a": {} }, { "dist-tags": { latest: "1.0.0-a" } });
  t.equal(line(plan(pinOf("1.0.0-a"), packument)), "skip | 1.0.0-a | no stable release is offered");
  t.end();
});

t.test("the registry gives another content for the pinned release", (t) => {
  const packument = packumentOf({ "1.0.0": {} }, { "dist-tags": { latest: "1.0.0" } });
  t.equal(plan(pinOf("1.0.0", hashOf("other")), packument).kind, "failed");
  t.equal(plan(pinOf("1.0.0", hashOf("agent-cli@1.0.0").toUpperCase()), packument).kind, "keep");
  t.end();
});

t.test("a mirror offers nothing to check, a registry something", (t) => {
  const dist = {
    signatures: [{ keyid: "k", sig: "s" }],
    attestations: { url: "https://registry.example/a" },
  };
  const packument = packumentOf({ "1.0.0": {}, "1.1.0": { dist } });
  t.match(plan(pinOf("1.0.0"), packument).facts, {
    integrity: "unchecked",
    signature: "unchecked",
    provenance: "unchecked",
  });
  const mirror = packumentOf({ "1.0.0": {}, "1.1.0": {} });
  t.match(plan(pinOf("1.0.0"), mirror).facts, {
    signature: "not offered",
    provenance: "not offered",
  });
  t.end();
});
