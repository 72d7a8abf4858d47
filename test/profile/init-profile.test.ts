import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import t from "tap";
import { containerfileTemplate } from "../../lib/profile/containerfile-template.ts";
import { initProfile } from "../../lib/profile/init-profile.ts";
import { requireProfile } from "../../lib/profile/lookup.ts";
import { readOrigin } from "../../lib/profile/origin/origin-record.ts";
import { testWorld } from "../host-for-tests.ts";
import { DEFAULT, PROFILES } from "../profiles-for-tests.ts";

const OWN = "home/.config/paddock/profiles";
const MINE = `${OWN}/mine/Containerfile`;

t.test("a new profile on the base", async (t) => {
  const { host, root, home } = testWorld(t, { files: PROFILES });
  const directory = `${home}/.config/paddock/profiles/latest`;
  t.same(initProfile(host, "latest"), {
    directory,
    containerfile: `${directory}/Containerfile`,
    tag: DEFAULT,
  });
  t.equal(readFileSync(`${directory}/Containerfile`, "utf8"), containerfileTemplate("latest"));
  t.equal(requireProfile(host, "default").directory, directory, "it backs the default now");
  t.same(readdirSync(`${root}/${OWN}`), ["latest"], "and nothing is beside it");
});

t.test(
  "a copy of a shipped profile names its own image, and where it came from is known",
  async (t) => {
    const { host, root, write } = testWorld(t, { files: PROFILES });
    write("shipped/default/run.sh", "#!/bin/sh\n", 0o755);
    t.equal(initProfile(host, "mine", "default").tag, "localhost/paddock:mine");
    t.equal(
      readFileSync(`${root}/${MINE}`, "utf8"),
      PROFILES["shipped/default/Containerfile"].replace("paddock:latest", "paddock:mine"),
    );
    t.equal(statSync(`${root}/${OWN}/mine/run.sh`).mode & 0o777, 0o755);
    t.match(readOrigin(host, "mine"), { profile: "default", version: "1.2.3" });
    t.same(Object.keys(readOrigin(host, "mine")?.files ?? {}), ["Containerfile", "run.sh"]);
  },
);

t.test("a copy under the same name is the same, label or not", async (t) => {
  const { host, root } = testWorld(t, { files: PROFILES });
  initProfile(host, "base", "base");
  t.equal(
    readFileSync(`${root}/${OWN}/base/Containerfile`, "utf8"),
    PROFILES["shipped/base/Containerfile"],
  );
  t.match(readOrigin(host, "base"), { profile: "base" });
});

t.test("a copy of the person's own profile came from no shipped one", async (t) => {
  const { host, root } = testWorld(t, {
    files: {
      ...PROFILES,
      [`${OWN}/other/Containerfile`]: 'FROM x\nLABEL run="podman run localhost/paddock:other"\n',
      "home/.local/state/paddock/origins.json":
        '{"mine": {"profile": "default", "version": "1", "files": {}}}',
    },
  });
  t.ok(readOrigin(host, "mine"), "one of that name did, and was removed since");
  initProfile(host, "mine", "other");
  t.match(readFileSync(`${root}/${MINE}`, "utf8"), "podman run localhost/paddock:mine");
  t.equal(readOrigin(host, "mine"), undefined);
});

const refusals: readonly [
  name: string,
  words: readonly [string, string?],
  code: string,
  variable?: string,
][] = [
  ["no name of a profile", ["No Name"], "usage"],
  ["a profile that is there", ["taken"], "refused"],
  ["a copy onto a profile that is there", ["taken", "default"], "refused"],
  ["a folder without a Containerfile", ["folder"], "refused"],
  ["a link that leads nowhere", ["dangling"], "refused"],
  ["a base on itself", ["base"], "refused"],
  ["a copy of a profile without a label", ["mine", "base"], "refused"],
  ["a copy of what is not there", ["mine", "nothing"], "profile-unknown"],
  ["no folder of one's own", ["mine"], "usage", ":"],
];
for (const [name, words, code, variable] of refusals) {
  t.test(`refused: ${name}`, async (t) => {
    const { host, root } = testWorld(t, {
      files: { ...PROFILES, [`${OWN}/taken/Containerfile`]: "FROM x\n", [`${OWN}/folder/`]: "" },
      environment: variable === undefined ? {} : { PADDOCK_PROFILES: variable },
    });
    symlinkSync("nowhere", `${root}/${OWN}/dangling`);
    t.throws(() => initProfile(host, ...words), { code });
    t.same(readdirSync(`${root}/${OWN}`).toSorted(), ["dangling", "folder", "taken"]);
    t.equal(readFileSync(`${root}/${OWN}/taken/Containerfile`, "utf8"), "FROM x\n");
    t.notOk(existsSync(`${root}/home/.local/state/paddock/origins.json`));
  });
}

t.test("the first folder of $PADDOCK_PROFILES is where it is made", async (t) => {
  const folder = t.testdirName;
  const { host } = testWorld(t, {
    files: { ...PROFILES, "one/": "" },
    environment: { PADDOCK_PROFILES: `${folder}/one:${folder}/two` },
  });
  t.equal(initProfile(host, "mine").directory, `${folder}/one/mine`);
});

t.test("a folder that cannot be written says why", async (t) => {
  const { host } = testWorld(t, {
    files: PROFILES,
    wrapFiles: (files) => ({
      ...files,
      createFolder: () => {
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      },
    }),
  });
  t.throws(() => initProfile(host, "mine"), { code: "failed", message: /\(ENOSPC\)/ });
});
