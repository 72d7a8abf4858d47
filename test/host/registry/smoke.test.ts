import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import t from "tap";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import { createBundleVerifier } from "../../../lib/host/registry/bundle-verifier.ts";
import { readNpmSettings } from "../../../lib/host/registry/npm-settings.ts";
import { createRegistry } from "../../../lib/host/registry/registry.ts";
import { findPins } from "../../../lib/upgrade/pins/find-pins.ts";
import { platformPackageNames } from "../../../lib/upgrade/release/choice/platform-packages.ts";
import { readPackument } from "../../../lib/upgrade/release/packument.ts";
import type { Packument } from "../../../lib/upgrade/release/packument.ts";
import { planUpgrade } from "../../../lib/upgrade/release/plan-upgrade.ts";
import { verifyRelease } from "../../../lib/upgrade/trust/verify-release.ts";

const profiles = new URL("../../../profiles/", import.meta.url);
const pins = readdirSync(profiles).flatMap((name) =>
  findPins(parseContainerfile(readFileSync(new URL(`${name}/Containerfile`, profiles), "utf8"))),
);
const platforms = [`linux-${process.arch}`];

/** The registry as npm on this machine is configured: needs a network. */
t.test(
  "the shipped pins, planned with the real registry; one archive is fetched and checked",
  async (t) => {
    const settings = await readNpmSettings({
      environment: process.env,
      execPath: process.execPath,
      home: homedir(),
    });
    const registry = createRegistry(settings);
    const fetchAll = async (names: readonly string[]): Promise<Map<string, Packument>> =>
      new Map(
        await Promise.all(
          names.map(
            async (name) => [name, readPackument(name, await registry.packument(name))] as const,
          ),
        ),
      );
    const packuments = await fetchAll([...new Set(pins.map((pin) => pin.package))]);
    const others = [...packuments.values()].flatMap((one) => platformPackageNames(one, platforms));
    const platformPackuments = await fetchAll([...new Set(others)]);
    const plans = planUpgrade(pins, packuments, {
      now: new Date(),
      minAgeMs: 0,
      allowDowngrade: false,
      accept: true,
      nodeVersion: "24.0.0",
      platforms,
      platformPackuments,
    });
    t.equal(plans.length, pins.length);
    t.ok(pins.length >= 2, "two agents are pinned in the base profile alone");
    for (const plan of plans) {
      t.comment(`${plan.agent}: ${plan.kind}, ${plan.reason}; ${plan.facts.notes.join("; ")}`);
      // What is new may wait for its platform build; a registry that cannot be used fails.
      t.ok(["keep", "raise", "wait", "skip"].includes(plan.kind), `${plan.agent} is planned`);
      t.equal(plan.facts.integrity, "unchecked");
    }

    const [pin] = pins;
    const release = packuments.get(pin?.package ?? "")?.versions.get(pin?.version ?? "");
    t.ok(release, "the pinned release is still offered");
    if (release === undefined) return;
    const trust = await verifyRelease(release, {
      registry,
      verifyBundle: createBundleVerifier({ cacheDirectory: t.testdir({}) }),
      publishedAt: undefined,
    });
    t.equal(trust.integrity, "ok");
    const mirror = (await registry.signingKeys(release.name)) === undefined;
    t.comment(mirror ? "a registry without keys" : "a registry with keys");
    t.equal(trust.signature.verdict, mirror ? "not offered" : "ok");
    if (!release.hasAttestations) t.equal(trust.provenance.verdict, "not offered");
  },
);
