import tap from "tap";
import { policyWarnings } from "../../lib/explain/warnings.ts";
import { CONTEXT, policyOf } from "./policies.ts";

const SAFE = ["--runtime=krun", "--read-only", "--network=none"];

const cases: readonly [name: string, flags: readonly string[], said: readonly RegExp[]][] = [
  ["nothing", SAFE, []],
  ["another runtime", [...SAFE, "--runtime=crun"], [/this machine's kernel/]],
  ["a writable system", ["--runtime=krun", "--network=none"], [/can be written/]],
  ["a network", ["--runtime=krun", "--read-only", "--network=pasta"], [/nothing limits/]],
  [
    "one port",
    [
      ...SAFE.slice(0, 2),
      "--network=pasta:-T,1,--outbound-if4,lo,-I,tap0,-a,198.18.0.1,-n,32,-4,--no-udp",
    ],
    [],
  ],
  [
    "a network of unknown reach",
    ["--runtime=krun", "--read-only", "--network=pasta:-x"],
    [/nothing limits/],
  ],
  ["no network named", ["--runtime=krun", "--read-only"], [/nothing limits/]],
];
for (const [name, flags, said] of cases) {
  tap.test(name, (t) => {
    const texts = policyWarnings(policyOf(flags), CONTEXT).map(({ text }) => text);
    t.match(texts, said);
    t.equal(texts.length, said.length, texts.join("\n"));
    t.end();
  });
}

tap.test("a folder that other profiles mount", (t) => {
  const [row] = policyWarnings(policyOf(SAFE), { ...CONTEXT, sharedFolders: { "/h": ["go"] } });
  t.equal(row?.text, "what lies in /h is seen and changed by other profiles too: go");
  t.end();
});
