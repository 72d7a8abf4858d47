import tap from "tap";
import { findPlacedPins, lockFolder, selectPins } from "../../../lib/upgrade/pins/placed-pins.ts";
import type { World } from "../../host-for-tests.ts";
import { testWorld } from "../../host-for-tests.ts";

const OWN = "home/.config/paddock/profiles";
const pin = (name: string, prefix: string): string =>
  `FROM scratch
# renovate: datasource=npm depName=${name}
ARG ${prefix}_VER=1.0.0
ARG ${prefix}_HASH=${"a".repeat(128)}
`;

const FILES = {
  "shipped/base/Containerfile": pin("@scope/tool", "TOOL"),
  [`${OWN}/latest/Containerfile`]: pin("other", "OTHER"),
  [`${OWN}/second/Containerfile`]: pin("tool", "SECOND"),
};

const found = (world: World, names: readonly string[]): string[] =>
  selectPins(findPlacedPins(world.host), names).map(
    ({ pin: { agent }, profile }) => `${agent} of ${profile.name}`,
  );

tap.test("the pins of all profiles, each file once; a folder latest backs two names", (t) => {
  const world = testWorld(t, { files: FILES });
  t.same(found(world, []), ["tool of base", "other of latest", "second of second"]);
  t.end();
});

const selections: readonly [names: readonly string[], found: readonly string[]][] = [
  [["tool"], ["tool of base", "second of second"]],
  [["@scope/tool"], ["tool of base"]],
  [["second"], ["second of second"]],
  [
    ["other", "second"],
    ["other of latest", "second of second"],
  ],
];
for (const [names, pins] of selections) {
  tap.test(`by agent or by package: ${names.join(", ")}`, (t) => {
    t.same(found(testWorld(t, { files: FILES }), names), pins);
    t.end();
  });
}

tap.test("a name without a pin is refused, and those that have one are named", (t) => {
  const world = testWorld(t, { files: FILES });
  t.throws(() => found(world, ["tool", "toll"]), {
    code: "usage",
    message: "No profile pins an agent toll.",
    fix: "Use one of: tool, other, second",
  });
  t.throws(() => selectPins({ pins: [], failures: [] }, ["x"]), {
    code: "usage",
    fix: /^Write a pin/,
  });
  t.end();
});

tap.test("a profile that cannot be read hides no other", (t) => {
  const world = testWorld(t, {
    files: { ...FILES, [`${OWN}/broken/Containerfile`]: pin("x", "X").replace("1.0.0", "latest") },
  });
  const { pins, failures } = findPlacedPins(world.host);
  t.equal(pins.length, 3);
  t.match(failures, [
    { code: "containerfile-invalid", message: /^Profile broken: .*not exact at line 3/ },
  ]);
  t.throws(() => found(world, ["x"]), {
    code: "containerfile-invalid",
    message: /pins an agent x\. Profile broken: .*not exact at line 3/,
    fix: /^Write `ARG/,
  });
  t.end();
});

tap.test("the lock lies in the folder of the package's own name", (t) => {
  const [first] = findPlacedPins(testWorld(t, { files: FILES }).host).pins;
  if (first) t.equal(lockFolder(first), `${first.profile.directory}/agents/tool`);
  else t.fail("no pin");
  t.end();
});
