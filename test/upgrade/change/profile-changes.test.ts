import tap from "tap";
import { fileChanges, profileChanges } from "../../../lib/upgrade/change/profile-changes.ts";
import type { PinMove } from "../../../lib/upgrade/change/pin-move.ts";
import { findPlacedPins } from "../../../lib/upgrade/pins/placed-pins.ts";
import { testWorld } from "../../host-for-tests.ts";

const OWN = "home/.config/paddock/profiles";
const [OLD, NEW] = ["a".repeat(128), "b".repeat(128)];
const pin = (name: string, version: string, hash: string): string => {
  const prefix = name.toUpperCase();
  return `# renovate: datasource=npm depName=${name}\nARG ${prefix}_VER=${version}\nARG ${prefix}_HASH=${hash}\n`;
};
const FILES = {
  "shipped/base/Containerfile": `FROM scratch\n${pin("one", "1.0.0", OLD)}${pin("two", "1.0.0", OLD)}`,
  "shipped/base/agents/one/package-lock.json": "old\n",
  [`${OWN}/own/Containerfile`]: `FROM scratch\n${pin("three", "1.0.0", OLD)}`,
};
const LOCK = { packageJson: "new manifest\n", packageLock: "new\n" };

tap.test("a change for each profile, with all its agents; the locks beside them", (t) => {
  const { host, root } = testWorld(t, { files: FILES });
  const to = { version: "2.0.0", hash: NEW };
  const moves = findPlacedPins(host).pins.map((placed): PinMove =>
    placed.pin.agent === "one" ? { placed, to, lock: LOCK } : { placed, to },
  );
  const changes = profileChanges(moves);
  const raised = `FROM scratch\n${pin("one", "2.0.0", NEW)}${pin("two", "2.0.0", NEW)}`;
  t.same(
    changes.map(({ profile, text }) => [profile.name, text]),
    [
      ["base", raised],
      ["own", `FROM scratch\n${pin("three", "2.0.0", NEW)}`],
    ],
  );

  const [base] = changes;
  if (base === undefined) throw new Error("no change");
  const folder = `${root}/shipped/base`;
  const was = FILES["shipped/base/Containerfile"];
  t.same(fileChanges(host.files, base), [
    { path: `${folder}/Containerfile`, was, text: raised },
    { path: `${folder}/agents/one/package.json`, was: undefined, text: "new manifest\n" },
    { path: `${folder}/agents/one/package-lock.json`, was: "old\n", text: "new\n" },
  ]);
  t.same(
    fileChanges(host.files, base, "/copy").map(({ path }) => path),
    ["Containerfile", "agents/one/package.json", "agents/one/package-lock.json"].map(
      (name) => `/copy/${name}`,
    ),
    "or in a copy of it",
  );
  t.end();
});

tap.test("nothing moves, nothing changes", (t) => {
  t.same(profileChanges([]), []);
  t.end();
});
