import { existsSync } from "node:fs";
import tap from "tap";
import { requireProfile } from "../../../lib/profile/lookup.ts";
import {
  isRewrittenInPlace,
  writableFolder,
} from "../../../lib/upgrade/change/writable-profile.ts";
import { testWorld } from "../../host-for-tests.ts";
import { PROFILES } from "../../profiles-for-tests.ts";

const OWN = "home/.config/paddock/profiles";

const rows: readonly {
  name: string;
  files: Readonly<Record<string, string>>;
  profile: string;
  isReadOnly?: boolean;
  inPlace: boolean;
}[] = [
  {
    name: "a person's own",
    files: { [`${OWN}/own/Containerfile`]: "FROM scratch\n" },
    profile: "own",
    inPlace: true,
  },
  { name: "a shipped one in a git clone", files: { ".git/": "" }, profile: "base", inPlace: true },
  {
    name: "a shipped one in a worktree, where .git is a file",
    files: { ".git": "gitdir: x\n" },
    profile: "base",
    inPlace: true,
  },
  { name: "a shipped one of a package", files: {}, profile: "base", inPlace: false },
  {
    name: "a read-only clone",
    files: { ".git/": "" },
    profile: "base",
    isReadOnly: true,
    inPlace: false,
  },
];
for (const { name, files, profile, isReadOnly, inPlace } of rows) {
  tap.test(`where the pins of ${name} are written`, (t) => {
    const world = testWorld(t, {
      files: { ...PROFILES, ...files },
      // Root may write everywhere.
      wrapFiles: (all) => ({
        ...all,
        facts: (path) =>
          path.endsWith("/.git") && !(".git" in files || ".git/" in files)
            ? undefined
            : all.facts(path),
        may: (path, access) =>
          isReadOnly === true && access === "write" ? false : all.may(path, access),
      }),
    });
    const found = requireProfile(world.host, profile);
    t.equal(isRewrittenInPlace(world.host, found), inPlace);
    const copy = `${world.root}/${OWN}/base`;
    t.equal(writableFolder(world.host, found), inPlace ? found.directory : copy);
    t.equal(existsSync(`${copy}/Containerfile`), !inPlace);
    t.end();
  });
}
