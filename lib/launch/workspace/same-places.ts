import { PaddockError } from "../../errors.ts";

/** Where the folders that a launch mounts really lie, by the path that its argv names. */
export type RealPlaces = Readonly<Record<string, string>>;

/** The places of some folders, as a launch is judged by them. */
export function realPlaces(
  folders: readonly string[],
  realPath: (path: string) => string,
): RealPlaces {
  return Object.fromEntries(folders.map((folder) => [folder, realPath(folder)]));
}

/**
 * Refuses a launch whose folders lie elsewhere than when they were judged. A build, a proof and a person's answer take their
 * time, and another sandbox may have a folder above them: it could put a link to the home directory in the workspace's place.
 */
export function requireSamePlaces(places: RealPlaces, realPath: (path: string) => string): void {
  for (const [folder, judged] of Object.entries(places)) {
    const now = realPath(folder);
    if (now === judged) continue;
    throw new PaddockError(
      "refused",
      `${JSON.stringify(folder)} leads to ${JSON.stringify(now)} now, and led to ${JSON.stringify(judged)} when the launch was judged.`,
      {
        fix: "Look who moved it: perhaps a sandbox that has the folder above it. Then start again.",
      },
    );
  }
}
