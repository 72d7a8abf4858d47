import tap from "tap";
import { AS_BEFORE, argumentsFor } from "../../lib/image/build/build-options.ts";
import { profileChain } from "../../lib/image/chain.ts";
import { labelledAgents, pinnedAgents } from "../../lib/image/pinned-agents.ts";
import { testWorld } from "../host-for-tests.ts";
import { BASE, DEFAULT, NODE } from "../profiles-for-tests.ts";

function pin(name: string, version: string, hash: string = "0".repeat(128)): string {
  const comment = `# renovate: datasource=npm depName=${name.toLowerCase()}\n`;
  return `${comment}ARG ${name}_VER=${version}\nARG ${name}_HASH=${hash}\n`;
}

const ONE = pin("ONE", "1.0.0");
const rows: readonly [name: string, base: string, own: string, agents: readonly string[]][] = [
  ["no pins at all", "", "", []],
  ["pins of the base alone, whose label is inherited", ONE, "", []],
  ["pins of its own", "", ONE + pin("TWO", "2.0.0-rc.1"), ["one=1.0.0", "two=2.0.0-rc.1"]],
  ["its own beside those of the base", ONE, pin("TWO", "2.0.0"), ["one=1.0.0", "two=2.0.0"]],
  ["a pin that cannot be read keeps no image from being built", "", pin("ONE", "1.0.0", "0"), []],
];
for (const [name, base, own, agents] of rows) {
  tap.test(name, (t) => {
    const { host } = testWorld(t, {
      files: {
        "shipped/base/Containerfile": `FROM ${NODE}\n${base}`,
        "shipped/default/Containerfile": `FROM ${BASE}\n${own}`,
      },
    });
    const chain = profileChain(host, "default", {
      buildArguments: (profile) => argumentsFor(host, profile, AS_BEFORE),
    });
    const link = chain.find(({ profile }) => profile.tag === DEFAULT);
    t.ok(link);
    if (link) t.same(pinnedAgents(chain, link), agents);
    t.end();
  });
}

tap.test("what a label names", (t) => {
  t.equal(labelledAgents({}), undefined);
  t.same(labelledAgents({ "paddock.agents": "one=1.0.0 two=2.0.0" }), {
    one: "1.0.0",
    two: "2.0.0",
  });
  t.same(labelledAgents({ "paddock.agents": "nonsense" }), {});
  t.end();
});
