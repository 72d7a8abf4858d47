import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { containersOf, makeWorld, writeProfile } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "names");
t.before(async () => {
  writeProfile(world, "names");
  const built = await world.paddock(["build", "names"]);
  if (built.status !== 0) throw new Error(built.stderr);
});
t.teardown(() => world.remove());

// An agent can make directories: a name must never be more than a name.
const names = [
  "two blanks  and one at the end ",
  "it's",
  'double"quote',
  "# no comment",
  "a #b",
  "$HOME",
  "${PWD}",
  "$(touch made)",
  "`touch made`",
  "back\\slash",
  "co:lon",
  "com,ma",
  "colon:comma,quote\"both' ",
  "mount,source=elsewhere,readonly",
  "new\nline",
  "tab\there",
  "-dash",
  "--privileged",
  "Zoë 漢字 🙂",
  "glob*[a-z]?{b,c}",
  "per%cent%20 %s",
  "~",
  "IMAGE",
  "NAME",
  "x:ro",
  "proj:/x --privileged --read-only=false -v /:/h -v tmp",
];

/** The files below a folder, their paths from it. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

for (const [index, name] of names.entries()) {
  for (const flags of [[], ["--runlabel"]]) {
    t.test(`${["run", ...flags].join(" ")} in ${JSON.stringify(name)}`, async (t) => {
      const folder = join(world.folder, `names-${index}-${flags.length}`);
      const directory = join(folder, name);
      mkdirSync(directory, { recursive: true });
      const write = ["sh", "-c", "echo x >made; ls -A /; cat /proc/self/mountinfo"];
      const ended = await world.paddock(["run", ...flags, "names", "--", ...write], {
        cwd: directory,
      });
      t.equal(ended.status, 0, ended.stderr);
      t.strictSame(filesBelow(folder), [join(name, "made")], "made there, and nowhere else");
      t.equal(readFileSync(join(directory, "made"), "utf8"), "x\n");
      t.notMatch(ended.stdout, /^h$/m, "nothing else is mounted");
      t.match(ended.stdout, / \/ \/ ro[, ]/, "and the root is still read-only");
    });
  }
}

t.test("no launch left a container", async (t) => {
  t.strictSame(await containersOf(world.name), []);
});
