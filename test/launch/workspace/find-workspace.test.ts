import { rmSync } from "node:fs";
import tap from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import {
  countRepositories,
  findWorkspace,
  ownFolders,
} from "../../../lib/launch/workspace/find-workspace.ts";
import type { Files } from "../../../lib/host/files/files.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { WorldOptions } from "../../host-for-tests.ts";

// Links, by their path and what they lead to, below the world's root.
const refused: readonly [
  name: string,
  cwd: string | null,
  links: Record<string, string>,
  options?: WorldOptions,
][] = [
  ["C29 the home", "home", {}],
  ["C29 a folder above the home", ".", {}],
  ["C04 a link to the home", "home/project/homelink", { "home/project/homelink": "home" }],
  ["C04 a link to a folder above the home", "home/project/up", { "home/project/up": "." }],
  ["a deleted directory", null, {}],
  ["a directory that is gone", "home/gone", {}],
  ["F19 the settings", "home/.config/paddock", {}, { files: { "home/.config/paddock/": "" } }],
  [
    "F19 a link to where profiles are",
    "home/project/x",
    { "home/project/x": "home/.config/paddock/profiles" },
    { files: { "home/.config/paddock/profiles/": "" } },
  ],
  [
    "F19 the settings behind a link",
    "home/dotfiles",
    { "home/.config/paddock": "home/dotfiles/paddock" },
    { files: { "home/dotfiles/paddock/": "", "home/.config/": "" } },
  ],
  [
    "F19 the shipped profiles' parent",
    "clone",
    { shipped: "clone/profiles" },
    { files: { "clone/profiles/": "", "shipped/": "" } },
  ],
];
for (const [name, cwd, links, options] of refused) {
  tap.test(name, (t) => {
    const world = testWorld(t, { ...options, cwd });
    for (const [path, target] of Object.entries(links)) {
      rmSync(`${world.root}/${path}`, { recursive: true, force: true });
      world.host.files.link(`${world.root}/${target}`, `${world.root}/${path}`);
    }
    t.throws(() => findWorkspace(world.host, undefined), { code: "refused" });
    t.end();
  });
}

tap.test(
  "F18 a search path that is set to the home does not open it, and closes what is in it",
  (t) => {
    const world = testWorld(t);
    const settings = { ...world.host.settings, profilesVariable: world.home };
    t.throws(() => findWorkspace({ ...world.host, settings }, undefined), { code: "refused" });
    t.end();
  },
);

tap.test("C04 the real path", (t) => {
  const world = testWorld(t, { cwd: "home/link/../link", files: { "home/real/": "" } });
  world.host.files.link(`${world.home}/real`, `${world.home}/link`);
  t.same(findWorkspace(world.host, undefined), { path: `${world.home}/real`, folder: "" });
  t.end();
});

const folders: readonly [name: string, folder: string, found: string | undefined][] = [
  ["below", "sub", "sub"],
  ["further below", "sub/deep", "sub/deep"],
  ["itself", ".", ""],
  ["up and down again", "sub/../sub", "sub"],
  ["a link within", "inner", "sub/deep"],
  ["out", "..", undefined],
  ["a link that leads out", "outer", undefined],
  ["a neighbour with the same beginning", "../project2", undefined],
  ["missing", "gone", undefined],
  ["a file", "file", undefined],
];
for (const [name, folder, found] of folders) {
  tap.test(`-w ${name}`, (t) => {
    const world = testWorld(t, {
      files: { "home/project/sub/deep/": "", "home/project/file": "", "home/project2/": "" },
    });
    world.host.files.link("sub/deep", `${world.home}/project/inner`);
    world.host.files.link(`${world.home}/project2`, `${world.home}/project/outer`);
    if (found === undefined) t.throws(() => findWorkspace(world.host, folder), { code: "usage" });
    else
      t.same(findWorkspace(world.host, folder), { path: `${world.home}/project`, folder: found });
    t.end();
  });
}

tap.test("-w as a whole path", (t) => {
  const world = testWorld(t, { files: { "home/project/sub/": "" } });
  t.equal(findWorkspace(world.host, `${world.home}/project/sub`).folder, "sub");
  t.throws(() => findWorkspace(world.host, world.home), { code: "usage" });
  t.end();
});

tap.test("Paddock's own folders, by their real paths", (t) => {
  const world = testWorld(t, { files: { "elsewhere/": "", "home/.config/": "" } });
  world.host.files.link(`${world.root}/elsewhere`, `${world.home}/.config/paddock`);
  const own = ownFolders(world.host);
  for (const path of ["elsewhere", "home/.local/state/paddock", "home/.cache/paddock", "shipped"]) {
    t.ok(own.includes(`${world.root}/${path}`), path);
  }
  t.end();
});

tap.test("repositories directly in a folder", (t) => {
  const world = testWorld(t, {
    files: {
      "home/project/a/.git/": "",
      "home/project/b/.git": "gitdir: x",
      "home/project/c/d/.git/": "",
      "home/project/.git/": "",
    },
  });
  t.equal(countRepositories(world.host, `${world.home}/project`), 2);
  t.equal(countRepositories(world.host, `${world.home}/gone`), 0);
  t.end();
});

const denied = (): never => {
  throw new Error("EACCES");
};

tap.test("C05 why there is no directory to mount", (t) => {
  const messageFor = (cwd: string | null, more: Partial<Files> = {}): string => {
    const { host } = testWorld(t, { cwd });
    try {
      findWorkspace({ ...host, files: { ...host.files, ...more } }, undefined);
      return "";
    } catch (error) {
      return error instanceof PaddockError ? error.message : String(error);
    }
  };
  const gone = "The current directory does not exist any more.";
  t.equal(messageFor(null), gone);
  t.equal(messageFor("home/gone"), gone);
  t.equal(messageFor("home/\uFFFD"), "The current directory's path is not UTF-8 text.");
  const closed = { facts: denied, may: () => false };
  t.equal(messageFor("home/closed/in", closed), "The current directory may not be entered by you.");
  t.end();
});

tap.test("C29 repositories that this user may not look into are none", (t) => {
  const { host, home } = testWorld(t, { files: { "home/project/.git/": "" } });
  const count = (...readable: readonly string[]): number => {
    const may = (path: string): boolean => readable.includes(path);
    const list = may(home) ? host.files.list : denied;
    return countRepositories({ files: { ...host.files, facts: denied, may, list } }, home);
  };
  t.equal(count(), 0);
  t.equal(count(home), 0);
  t.equal(count(home, `${home}/project/.git`), 1);
  t.end();
});
