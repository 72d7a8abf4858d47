import { mkdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { expandWords } from "../../lib/label/expand-run-label.ts";
import { readRunLabel } from "../../lib/label/read-run-label.ts";
import { protectPaths } from "../../lib/policy/mounts/odd-paths.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";
import { loadLabels, runPodman } from "./label-image.ts";

t.setTimeout(0);
const image = "localhost/paddock-odd-paths:latest";
const folder = t.testdir({});

t.before(async () => {
  await loadLabels(folder, image, {});
});

interface MountFacts {
  readonly Type: string;
  readonly Source: string;
  readonly Destination: string;
  readonly Mode: string;
  readonly RW: boolean;
  readonly Propagation: string;
  readonly Options: readonly string[];
}

/** What Podman makes of the mounts of an argv: it creates the container, tells and removes it. */
async function mountsOf(argv: readonly string[]): Promise<MountFacts[]> {
  const created = await runPodman(["create", ...argv.slice(2)], folder);
  if (created.status !== 0) throw new Error(`podman create: ${created.stderr}`);
  const id = created.stdout.trim();
  const told = await runPodman(["inspect", "--format", "{{json .Mounts}}", id], folder);
  await runPodman(["rm", "--force", id], folder);
  const mounts: MountFacts[] = JSON.parse(told.stdout);
  return mounts;
}

const NAMES: readonly (readonly [name: string, directory: string])[] = [
  ["an ordinary name", "plain"],
  ["C01 blanks", " a  b "],
  ["C03 a colon", "a:b"],
  ["C03 a comma", "a,b"],
  ["C03 colon and comma", "a:b,c"],
  ["quotes", `it's "x"`],
  ["quotes and a colon", `it's: "x",`],
  ["a newline", "a\nb"],
  ["a newline and a colon", "a:\nb"],
  ["a leading dash", "-v"],
  ["a backslash", "a\\b"],
  ["a backslash and a colon", "a\\:b\\"],
  ["a hash", "#a # b"],
  ["a dollar", "$HOME ${PWD}"],
  ["no ASCII", "é🙂:ü"],
  ["an equals sign", "type=tmpfs,dst=/x:y=z"],
  ["stars", "*:?[a]"],
  ["C02 flags", "proj:-x --privileged --read-only=false -v -:-h"],
  ["a placeholder's likeness", "0:1"],
];

/** How a label mounts the workspace. */
const LABELS: readonly string[] = [
  `podman run -v \\"$PWD:/w\\" ${image} true`,
  `podman run --volume=\\"$PWD\\":/w:ro ${image} true`,
  `podman run -iv \\"$PWD:/w:z\\" ${image} true`,
  `podman run --mount \\"type=bind,src=$PWD,dst=/w\\" ${image} true`,
];

for (const [name, directory] of NAMES) {
  t.test(`a directory with ${name} is what is mounted`, async (test) => {
    const cwd = join(folder, directory);
    mkdirSync(cwd, { recursive: true });
    for (const label of LABELS) {
      const words = expandWords(readRunLabel(label), { home: "/home/nobody", cwd, image });
      const argv = protectPaths(words);
      const policy = readPolicy(argv);
      test.same(
        policy.mounts.map(({ kind, source, destination }) => [kind, source, destination]),
        [["bind", cwd, "/w"]],
        `the policy of ${label}`,
      );
      const [mount, ...others] = await mountsOf(argv);
      test.same(others, []);
      test.match(
        mount,
        { Type: "bind", Source: cwd, Destination: "/w", RW: !policy.mounts[0]?.readOnly },
        `Podman of ${label}`,
      );
    }
  });
}

t.test("every option of -v has a --mount that does the same", async (test) => {
  const odd = join(folder, "o:dd");
  const even = join(folder, "even");
  mkdirSync(odd, { recursive: true });
  mkdirSync(even, { recursive: true });
  const options =
    "ro rw z Z U bind rbind exec noexec suid nosuid dev nodev idmap no-dereference cached delegated shared rshared slave rslave private rprivate unbindable runbindable z,ro,rslave,noexec";
  for (const option of options.split(" ")) {
    const label = readRunLabel(`podman run -v $PWD:/w:${option} ${image} true`);
    const facts = async (cwd: string) => {
      const argv = protectPaths(expandWords(label, { home: "/home/nobody", cwd, image }));
      const [mount] = await mountsOf(argv);
      return { ...mount, Source: mount?.Source === cwd, Options: mount?.Options.toSorted() };
    };
    test.same(await facts(odd), await facts(even), option);
  }
});
