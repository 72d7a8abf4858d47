import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import tap from "tap";
import { PaddockError } from "../../lib/errors.ts";
import { watchFiles } from "../../lib/host/files/watch-files.ts";
import type { WatchRequest } from "../../lib/host/files/watch-files.ts";
import { replaceFiles } from "../../lib/upgrade/pins/replace-files.ts";
import { startTestWatch } from "./watch-for-tests.ts";

const OWN = "home/.config/paddock/profiles";
const FILES = {
  "shipped/base/Containerfile": "FROM node\n",
  "shipped/base/entrypoint.sh": "#!/bin/sh\n",
  [`${OWN}/go/Containerfile`]: "FROM localhost/paddock-base\n",
  [`${OWN}/go/tools/list`]: "a\n",
};
const GO = "FROM localhost/paddock-base\n";

/** Saves as most editors do: a new file beside the old one, renamed over it. */
function saveByRename(path: string, text: string): void {
  writeFileSync(`${path}.tmp1`, text);
  renameSync(`${path}.tmp1`, path);
}

/** Saves as vim does with backupcopy=no: a probe, a swap file, the old one renamed away, the new one written, the backup removed. */
function saveByVim(path: string, text: string): void {
  const folder = path.slice(0, path.lastIndexOf("/"));
  writeFileSync(`${folder}/4913`, "");
  unlinkSync(`${folder}/4913`);
  renameSync(path, `${path}~`);
  writeFileSync(path, text);
  unlinkSync(`${path}~`);
}

tap.test("E01 rename-over save, repeated: each one is seen", async (t) => {
  const watch = await startTestWatch(t, { files: FILES, names: ["go"] });
  const path = `${watch.root}/${OWN}/go/Containerfile`;
  saveByRename(path, `${GO}# 1\n`);
  await watch.came(1);
  saveByRename(path, `${GO}# 2\n`);
  await watch.came(2);
  appendFileSync(path, "# 3\n");
  await watch.came(3);
  t.same(watch.builds, [`go: ${GO}# 1`, `go: ${GO}# 2`, `go: ${GO}# 2\n# 3`]);
});

const saves: readonly [name: string, save: (path: string, text: string) => void][] = [
  ["rename-over", saveByRename],
  ["vim with a backup", saveByVim],
  ["in place", (path, text) => writeFileSync(path, text)],
  [
    "sed -i",
    (path, text) => execFileSync("sed", ["-i", `$ a ${text.trimEnd().split("\n").at(-1)}`, path]),
  ],
];
for (const [name, save] of saves) {
  tap.test(`E01 a save by ${name} is one build, of the profile alone`, async (t) => {
    const watch = await startTestWatch(t, { files: FILES });
    save(`${watch.root}/${OWN}/go/Containerfile`, `${GO}# saved\n`);
    await watch.came(1);
    t.same(watch.builds, [`go: ${GO}# saved`]);
    save(`${watch.root}/shipped/base/Containerfile`, "FROM node\n# saved\n");
    await watch.came(3);
    t.same(watch.builds.slice(1), ["base: FROM node\n# saved", `go: ${GO}# saved`]);
  });
}

tap.test("swap files and backups of editors wake nobody and count for nothing", async (t) => {
  const watch = await startTestWatch(t, { files: FILES });
  const folder = `${watch.root}/${OWN}/go`;
  for (const name of [".Containerfile.swp", "Containerfile~", "4913", ".#list", "#list#"]) {
    writeFileSync(`${folder}/${name}`, "x");
  }
  await watch.came(0);
  saveByVim(`${folder}/Containerfile`, `${GO}# saved\n`);
  await watch.came(1);
  unlinkSync(`${folder}/.Containerfile.swp`);
  await watch.came(1);
});

tap.test("E03 truncate then write is read when it has settled", async (t) => {
  const watch = await startTestWatch(t, { files: FILES, times: { settleMs: 1500 } });
  const path = `${watch.root}/${OWN}/go/Containerfile`;
  truncateSync(path);
  await delay(60);
  writeFileSync(path, `${GO}# whole\n`);
  await watch.came(1);
  t.same(watch.builds, [`go: ${GO}# whole`]);
  t.same(watch.told, ["watching"]);
});

const broken: readonly [name: string, text: string, said: RegExp][] = [
  ["empty", "", /go\/Containerfile: .*FROM/],
  ["unparsable", `${GO}LABEL "x\n`, /go\/Containerfile: /],
];
for (const [name, text, said] of broken) {
  tap.test(`E03 ${name} text keeps the last good image and says why, once`, async (t) => {
    const watch = await startTestWatch(t, { files: FILES, names: ["go"] });
    const path = `${watch.root}/${OWN}/go/Containerfile`;
    writeFileSync(path, text);
    await watch.until(() => watch.told.length === 2);
    t.match(watch.told[1], said);
    await watch.came(0);
    t.equal(watch.told.length, 2);
    saveByRename(path, `${GO}# mended\n`);
    await watch.came(1);
    t.same(watch.builds, [`go: ${GO}# mended`]);
  });
}

tap.test("a broken base is said once, and mended it builds all again", async (t) => {
  const watch = await startTestWatch(t, { files: FILES, names: ["go"] });
  const path = `${watch.root}/shipped/base/Containerfile`;
  writeFileSync(path, "nonsense\n");
  await watch.until(() => watch.told.length === 2);
  await watch.came(0);
  t.equal(watch.told.length, 2);
  writeFileSync(path, "FROM node\n# mended\n");
  await watch.came(1);
  t.same(watch.builds, [`go: ${GO.trimEnd()}`]);
});

tap.test("E04 delete and recreate a file within the grace is a change, not a loss", async (t) => {
  const times = { graceMs: 3000 };
  const watch = await startTestWatch(t, { files: FILES, names: ["go"], times });
  const path = `${watch.root}/${OWN}/go/Containerfile`;
  rmSync(path);
  await delay(300);
  writeFileSync(path, `${GO}# back\n`);
  await watch.came(1);
  t.same(watch.told, ["watching"]);
  rmSync(path);
  await watch.until(() => watch.told.length === 2);
  t.match(watch.told[1], /^failed go: There is no profile "go"/);
  writeFileSync(path, `${GO}# back again\n`);
  await watch.came(2);
});

tap.test("E04 folders: a profile's, and the one of all profiles, gone and back", async (t) => {
  const times = { graceMs: 3000 };
  const watch = await startTestWatch(t, { files: FILES, names: ["go"], times });
  for (const [at, folder] of [`${OWN}/go`, OWN, "home/.config"].entries()) {
    rmSync(`${watch.root}/${folder}`, { recursive: true });
    await delay(300);
    mkdirSync(`${watch.root}/${OWN}/go`, { recursive: true });
    await delay(50);
    writeFileSync(`${watch.root}/${OWN}/go/Containerfile`, `${GO}# ${folder}\n`);
    await watch.came(2 * at + 1);
    appendFileSync(`${watch.root}/${OWN}/go/Containerfile`, "# still watched\n");
    await watch.came(2 * at + 2);
  }
});

tap.test(
  "E04 links that lead to each other, and a folder that is a file, end no watch",
  async (t) => {
    const watch = await startTestWatch(t, { files: FILES, names: ["go"] });
    const folder = `${watch.root}/${OWN}/go`;
    rmSync(folder, { recursive: true });
    symlinkSync("go", folder);
    await watch.until(() => watch.told.length === 2);
    rmSync(folder);
    writeFileSync(folder, "");
    await watch.until(() => watch.told.length === 3);
    rmSync(folder);
    mkdirSync(folder);
    symlinkSync("Containerfile", `${folder}/Containerfile`);
    await watch.until(() => watch.told.length === 4);
    rmSync(`${folder}/Containerfile`);
    writeFileSync(`${folder}/Containerfile`, `${GO}# back\n`);
    await watch.came(1);
  },
);

tap.test("E06 no globs: a profile made later is found by its folder", async (t) => {
  const watch = await startTestWatch(t, {
    files: { "shipped/base/Containerfile": "FROM node\n" },
    names: ["base"],
  });
  watch.write(`${OWN}/base/Containerfile`, "FROM node\n# my own\n");
  await watch.came(1);
  t.same(watch.builds, ["base: FROM node\n# my own"], "it takes the shipped one's place");
  t.notOk(watch.requests.some(({ folders }) => folders.some((path) => /[*?[]/.test(path))));
});

for (const kind of ["watches", "instances"] as const) {
  tap.test(`E07 the limit of inotify ${kind}: said once, then polled`, async (t) => {
    const watch = await startTestWatch(t, {
      files: FILES,
      names: ["go"],
      watchFiles: async (request) => {
        if (request.polling) return await watchFiles(request);
        request.onTrouble({ kind });
        request.onTrouble({ kind });
        return { close: async () => {} };
      },
    });
    t.same(watch.told, ["trouble", "watching"]);
    t.same(
      watch.requests.map(({ polling }) => polling),
      [false, true],
    );
    saveByRename(`${watch.root}/${OWN}/go/Containerfile`, `${GO}# saved\n`);
    await watch.came(1);
    const { folders, wants } = watch.requests.at(-1) ?? { folders: [], wants: () => true };
    t.same(folders, [`${watch.root}/${OWN}`, `${watch.root}/shipped`]);
    const outside = [watch.home, `${watch.home}/project`, `${watch.home}/.ssh`, `${watch.root}/x`];
    t.same(outside.filter(wants), [], "no workspace and no home is watched");
  });
}

tap.test("E07 a limit that is met later, when a folder grows", async (t) => {
  const requests: WatchRequest[] = [];
  const watch = await startTestWatch(t, {
    files: FILES,
    watchFiles: async (request) => {
      requests.push(request);
      return await watchFiles(request);
    },
  });
  const meet = (): void => requests[0]?.onTrouble({ kind: "watches" });
  meet();
  await watch.until(() => watch.requests.length === 2);
  await watch.came(0);
  meet();
  saveByRename(`${watch.root}/${OWN}/go/Containerfile`, `${GO}# saved\n`);
  await watch.came(1);
  t.same(watch.told, ["watching", "trouble"]);
  t.equal(watch.requests.at(-1)?.polling, true);
});

tap.test("E08 touch only: no build", async (t) => {
  const watch = await startTestWatch(t, { files: FILES });
  const now = new Date();
  for (const file of Object.keys(FILES)) utimesSync(`${watch.root}/${file}`, now, now);
  writeFileSync(`${watch.root}/${OWN}/go/Containerfile`, GO);
  await watch.came(0);
});

tap.test("E09 an upgrade's own rewrite is one build, and a build wakes nobody", async (t) => {
  const watch = await startTestWatch(t, { files: FILES });
  const path = `${watch.root}/${OWN}/go/Containerfile`;
  const list = `${watch.root}/${OWN}/go/tools/list`;
  watch.host.files.makePrivateDirectory(watch.host.settings.stateDirectory);
  await replaceFiles(watch.host, [
    { path, was: GO, text: `${GO}# pin\n` },
    { path: list, was: "a\n", text: "b\n" },
  ]);
  await watch.came(1);
  watch.write("home/.local/state/paddock/records/x", "state");
  await watch.came(1);
});

tap.test(
  "E11 a storm during a build: one at a time, then exactly one more, of the last text",
  async (t) => {
    const watch = await startTestWatch(t, { files: FILES, names: ["go"] });
    const path = `${watch.root}/${OWN}/go/Containerfile`;
    watch.hold(true);
    writeFileSync(path, `${GO}# 0\n`);
    await watch.until(() => watch.builds.length === 1);
    for (let turn = 1; turn <= 30; turn += 1) {
      saveByRename(path, `${GO}# ${turn}\n`);
      await delay(10);
    }
    await delay(400);
    t.equal(watch.builds.length, 1, "no second build beside the first");
    watch.hold(false);
    await watch.came(2);
    t.same(watch.builds, [`go: ${GO}# 0`, `go: ${GO}# 30`]);
    t.same(watch.told, ["watching", "changed"], "the first is not reported as fresh");
  },
);

tap.test("a context: a file changed, added, removed, made executable", async (t) => {
  const watch = await startTestWatch(t, { files: FILES });
  const folder = `${watch.root}/${OWN}/go`;
  saveByRename(`${folder}/tools/list`, "b\n");
  await watch.came(1);
  mkdirSync(`${folder}/more/deep`, { recursive: true });
  writeFileSync(`${folder}/more/deep/file`, "1");
  await watch.came(2);
  writeFileSync(`${folder}/more/deep/file`, "2");
  await watch.came(3);
  chmodSync(`${folder}/tools/list`, 0o755);
  await watch.came(4);
  rmSync(`${folder}/more`, { recursive: true });
  await watch.came(5);
});

tap.test("links to a profile's folder and to a Containerfile, saved where they lead", async (t) => {
  const files = {
    "shipped/base/Containerfile": "FROM node\n",
    [`${OWN}/`]: "",
    "dotfiles/go/Containerfile": GO,
    "dotfiles/other": GO,
    "dotfiles/third": `${GO}# third\n`,
    "dotfiles/secret/x": "x",
  };
  const watch = await startTestWatch(t, { files, names: ["go", "linked"] });
  const at = (path: string): string => `${watch.root}/dotfiles/${path}`;
  const link = `${watch.root}/${OWN}/linked/Containerfile`;
  symlinkSync(at("go"), `${watch.root}/${OWN}/go`);
  mkdirSync(`${watch.root}/${OWN}/linked`);
  symlinkSync("../../../../../dotfiles/other", link);
  await watch.came(2);
  for (const turn of [1, 2]) {
    saveByRename(at("go/Containerfile"), `${GO}# go ${turn}\n`);
    await watch.came(1 + 2 * turn);
    saveByRename(at("other"), `${GO}# other ${turn}\n`);
    await watch.came(2 + 2 * turn);
  }
  symlinkSync("../../../../../dotfiles/third", `${link}.new`);
  renameSync(`${link}.new`, link);
  await watch.came(7);
  t.equal(watch.builds.at(-1), `linked: ${GO}# third`);
  const wants = watch.requests.at(-1)?.wants ?? (() => true);
  t.same(["secret/x", "secret", "other", "third"].map(at).filter(wants), [at("third")]);
});

tap.test(
  "a build that fails is said, and not tried again before a change of content",
  async (t) => {
    const watch = await startTestWatch(t, { files: FILES, names: ["go"] });
    const path = `${watch.root}/${OWN}/go/Containerfile`;
    watch.fail(new PaddockError("build-failed", "step 2 failed", { fix: "Mend it.", status: 7 }));
    writeFileSync(path, `${GO}RUN false\n`);
    await watch.came(1);
    t.same(watch.told, ["watching", "failed go: step 2 failed"]);
    utimesSync(path, new Date(), new Date());
    await watch.came(1);
    watch.fail(undefined);
    writeFileSync(path, `${GO}RUN true\n`);
    await watch.came(2);
  },
);

tap.test("images that nobody asked for are not made: only a named one is", async (t) => {
  const missing = ["base", "go"];
  const all = await startTestWatch(t, { files: FILES, missing });
  appendFileSync(`${all.root}/${OWN}/go/Containerfile`, "# x\n");
  await all.came(0);
  await all.end();
});

tap.test(
  "a named profile without an image is built at once, those on top of it are not",
  async (t) => {
    const watch = await startTestWatch(t, {
      files: FILES,
      missing: ["base", "go"],
      names: ["base"],
    });
    await watch.came(1);
    t.same(watch.builds, ["base: FROM node"]);
  },
);
