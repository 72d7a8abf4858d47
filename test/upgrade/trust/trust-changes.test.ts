import t from "tap";
import { trustChanges } from "../../../lib/upgrade/trust/trust-changes.ts";
import { casePackument, packumentOf } from "../packument-for-tests.ts";
import type { Packument } from "../../../lib/upgrade/release/packument.ts";

function changes(packument: Packument): readonly string[] {
  const from = packument.versions.get("1.0.0");
  const to = packument.versions.get("1.0.1");
  if (from === undefined || to === undefined) throw new Error("the two releases are missing");
  return trustChanges(from, to, packument.versions.values()).map(
    ({ kind, message }) => `${kind}: ${message}`,
  );
}

type Fields = Readonly<Record<string, unknown>>;
const attested = { dist: { attestations: { url: "https://registry.example/a" } } };

const ROWS: readonly (readonly [
  name: string,
  from: Fields,
  to: Fields,
  expected: readonly string[],
])[] = [
  ["nothing is shown at all", {}, {}, []],
  [
    "the same maintainers in another order",
    { maintainers: [{ name: "ann" }, { name: "bob" }] },
    { maintainers: [{ name: "bob" }, { name: "ann" }] },
    [],
  ],
  [
    "a maintainer came and one went",
    { maintainers: [{ name: "ann" }, { name: "bob" }] },
    { maintainers: [{ name: "ann" }, { name: "eve" }] },
    ["maintainers: maintainers changed: added eve; removed bob"],
  ],
  ["maintainers are no longer shown", { maintainers: [{ name: "ann" }] }, {}, []],
  [
    "the same repository, spelt anew",
    { repository: "o/a" },
    { repository: "https://github.com/o/a.git" },
    [],
  ],
  [
    "another repository",
    { repository: "o/a" },
    { repository: "x/a" },
    ["repository: repository changed: github.com/o/a to github.com/x/a"],
  ],
  [
    "the repository is gone",
    { repository: "o/a" },
    {},
    ["repository: repository changed: github.com/o/a to none"],
  ],
  [
    "D16 an install script came",
    {},
    { hasInstallScript: true },
    ["install-scripts: it now runs a script when it is installed"],
  ],
  [
    "the install script changed",
    { scripts: { postinstall: "node a.js" } },
    { scripts: { postinstall: "node b.js" } },
    ["install-scripts: its postinstall script changed"],
  ],
  ["the install script stayed", { scripts: { install: "x" } }, { scripts: { install: "x" } }, []],
  ["the install script went", { hasInstallScript: true }, {}, []],
  ["only the flag is shown", { hasInstallScript: true }, { scripts: { install: "x" } }, []],
  [
    "D28 provenance disappears",
    attested,
    {},
    ["provenance: trust went down: 1.0.0 has provenance, it has none"],
  ],
  ["D28 no release has provenance on a mirror", {}, {}, []],
  ["provenance came", {}, attested, []],
  [
    "control characters do not reach the terminal",
    { repository: "o/a" },
    { repository: "\u001b[2J" },
    ["repository: repository changed: github.com/o/a to \\x1b[2j"],
  ],
];
for (const [name, from, to, expected] of ROWS) {
  t.test(name, (t) => {
    t.strictSame(changes(packumentOf({ "1.0.0": from, "1.0.1": to })), expected);
    t.end();
  });
}

t.test("D28 the publisher changes to an account that published nothing before", (t) => {
  t.strictSame(changes(casePackument("D28")), [
    "publisher: published by someone, who published no release before",
  ]);
  t.end();
});

t.test("maintainers take turns", (t) => {
  const packument = packumentOf({
    "0.9.0": { _npmUser: { name: "ann" } },
    "1.0.0": { _npmUser: { name: "bob" } },
    "1.0.1": { _npmUser: { name: "ann" } },
  });
  t.strictSame(changes(packument), []);
  t.end();
});
