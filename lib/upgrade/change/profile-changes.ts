import type { Files } from "../../host/files/files.ts";
import type { Profile } from "../../profile/lookup.ts";
import { lockFolder } from "../pins/placed-pins.ts";
import type { FileChange } from "../pins/replace-files.ts";
import { rewritePins } from "../pins/rewrite-pins.ts";
import type { PinMove } from "./pin-move.ts";

/** All that changes in one profile's folder, as one. */
export interface ProfileChange<Move extends PinMove = PinMove> {
  readonly profile: Profile;
  readonly moves: readonly Move[];
  /** The Containerfile as it will be. */
  readonly text: string;
}

/** The changes of each profile that has an agent to move. */
export function profileChanges<Move extends PinMove>(
  all: readonly Move[],
): readonly ProfileChange<Move>[] {
  const byFile = new Map<string, Move[]>();
  for (const move of all) {
    const file = move.placed.profile.containerfile;
    byFile.set(file, [...(byFile.get(file) ?? []), move]);
  }
  return [...byFile.values()].flatMap((moves) => {
    const profile = moves[0]?.placed.profile;
    if (profile === undefined) return [];
    const changes = moves.map(({ placed, to }) => ({ pin: placed.pin, ...to }));
    return [{ profile, moves, text: rewritePins(profile.text, changes) }];
  });
}

/** The files of a change in the profile's own folder, or in `directory`, which is a copy of it. */
export function fileChanges(
  files: Pick<Files, "readText">,
  { profile, moves, text }: ProfileChange,
  directory: string = profile.directory,
): readonly FileChange[] {
  const at = (path: string): string => directory + path.slice(profile.directory.length);
  const locks = moves.flatMap(({ placed, lock }) => {
    if (lock === undefined) return [];
    const folder = at(lockFolder(placed));
    return [
      { path: `${folder}/package.json`, text: lock.packageJson },
      { path: `${folder}/package-lock.json`, text: lock.packageLock },
    ].map(({ path, text: written }) => ({ path, was: files.readText(path), text: written }));
  });
  return [{ path: at(profile.containerfile), was: profile.text, text }, ...locks];
}
