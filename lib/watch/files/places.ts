import { basename, dirname } from "node:path";
import type { Files } from "../../host/files/files.ts";
import { profileNames } from "../../profile/lookup.ts";
import type { ProfilesHost } from "../../profile/lookup.ts";
import { DEFAULT_PROFILE, LATEST_PROFILE } from "../../profile/names.ts";
import { profileSearchPath } from "../../profile/search-path.ts";
import { isLitter } from "./litter.ts";
import { isWithin } from "../../is-within.ts";

/** What has to be watched for some profiles. */
export interface Places {
  /** Folders that exist, none within another; sorted. */
  readonly folders: readonly string[];
  readonly wants: (path: string) => boolean;
  /** The same text for the same places. */
  readonly identity: string;
}

/**
 * The profiles' folders wherever they may come to lie in the search path, and what links among them lead to. Nothing
 * else: a workspace or a home is never watched. `undefined` names stand for every profile.
 */
export function watchPlaces(host: ProfilesHost, names: readonly string[] | undefined): Places {
  const { files } = host;
  const search = profileSearchPath(host.settings).map((folder) => files.realPath(folder) ?? folder);
  const wanted = new Set((names ?? profileNames(host)).flatMap(backers));
  const contexts = [...wanted].flatMap((name) => search.map((folder) => `${folder}/${name}`));
  const trees = contexts.flatMap((path) => {
    const real = files.realPath(path);
    return real === undefined || real === path ? [] : [real];
  });
  const single = [...contexts, ...trees].flatMap((path) => {
    const real = files.realPath(`${path}/Containerfile`);
    return real === undefined || real === `${path}/Containerfile` ? [] : [real];
  });
  const all = [
    ...search.map((folder) => existing(files, folder)),
    ...trees,
    ...single.map(dirname),
  ];
  const folders = outermost(all);
  const below = [...contexts, ...trees];
  const isFolder = (path: string): boolean => files.linkFacts(path)?.kind === "directory";
  const [searched, singles] = [new Set(search), new Set(single)];
  const onTheWay = (path: string): boolean =>
    [...search, ...below, ...single].some((each) => isWithin(each, path)) &&
    folders.some((folder) => isWithin(path, folder));
  return {
    folders,
    wants: (path) =>
      !isLitter(basename(path)) &&
      (searched.has(path) ||
        singles.has(path) ||
        below.some((tree) => isWithin(path, tree)) ||
        (names === undefined && search.some((folder) => isWithin(path, folder))) ||
        onTheWay(path)),
    // With what is a folder now: chokidar loses one that takes the place of a file.
    identity: JSON.stringify([folders, below.filter(isFolder).sort(), [...single].sort()]),
  };
}

function backers(name: string): readonly string[] {
  return name === DEFAULT_PROFILE ? [LATEST_PROFILE, DEFAULT_PROFILE] : [name];
}

// A folder that is not there yet is waited for in the nearest one that is.
function existing(files: Files, folder: string): string {
  if (folder === "/" || files.facts(folder)?.kind === "directory") return folder;
  return existing(files, dirname(folder));
}

function outermost(folders: readonly string[]): readonly string[] {
  const all = [...new Set(folders)].sort();
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)));
}
