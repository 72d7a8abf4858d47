import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { AS_BEFORE, argumentsFor, declaredArgumentsFor } from "../../image/build/build-options.ts";
import { chainBelow } from "../../image/chain.ts";
import { remembered } from "../../image/remembered.ts";
import { isJsonObject, isTextList } from "../../json-object.ts";
import { expandWords } from "../../label/expand-run-label.ts";
import { readRunLabel } from "../../label/read-run-label.ts";
import { protectPaths } from "../../policy/mounts/odd-paths.ts";
import { isWithin } from "../../is-within.ts";
import { readPolicy } from "../../policy/read-policy.ts";
import { BASE_PROFILE } from "../../profile/names.ts";
import { profileNames, requireProfile } from "../../profile/lookup.ts";
import type { Profile } from "../../profile/lookup.ts";
import { chooseLabel } from "../plan/choose-label.ts";
import { evaluateWithoutImages } from "../plan/evaluated-labels.ts";
import { mountedFolders } from "../workspace/prepare-directories.ts";

type SharedHost = Pick<Host, "settings" | "files">;

type SharedFolders = Readonly<Record<string, readonly string[]>>;

/** By host folder that a profile mounts: the other profiles that mount it too. No podman is asked. */
export function sharedFolders(
  host: SharedHost,
  own: { readonly tag: string; readonly folders: readonly string[]; readonly workspace: string },
): SharedFolders {
  const folders = own.folders.filter((folder) => !isWithin(folder, own.workspace));
  const profiles = profileNames(host).map((name) => requireProfile(host, name));
  return remembered(host, {
    tag: own.tag,
    topic: "shared",
    question: [
      host.settings.home,
      folders,
      profiles.map((profile) => [profile, argumentsFor(host, profile, AS_BEFORE)]),
    ],
    isAnswer: isSharedFolders,
    compute: () => {
      const others = profiles
        .filter(({ name, tag }) => name !== BASE_PROFILE && tag !== own.tag)
        .map((profile) => ({ name: profile.name, folders: foldersOf(host, profile) }));
      const shared = folders.map((folder): [string, string[]] => [
        folder,
        others.filter((other) => other.folders.includes(folder)).map(({ name }) => name),
      ]);
      return Object.fromEntries(shared.filter(([, names]) => names.length > 0));
    },
  });
}

function isSharedFolders(value: unknown): value is SharedFolders {
  return isJsonObject(value) && Object.values(value).every(isTextList);
}

/** Stands in for the workspace, which is each launch's own. */
const NO_WORKSPACE = "/workspace-of-a-launch";

// A profile that cannot be launched shares nothing: what is wrong with it is said where it is launched.
function foldersOf(host: SharedHost, profile: Profile): readonly string[] {
  try {
    const chain = chainBelow(host, profile, {
      buildArguments: (link) => argumentsFor(host, link, AS_BEFORE),
    });
    const { labels } = evaluateWithoutImages(chain, (link) =>
      declaredArgumentsFor(host, link, AS_BEFORE),
    );
    const { value } = chooseLabel(profile, labels, "run");
    const values = { home: host.settings.home, cwd: NO_WORKSPACE, image: profile.tag };
    const words = expandWords(readRunLabel(value), values);
    return mountedFolders(readPolicy(protectPaths(words)));
  } catch (error) {
    if (error instanceof PaddockError) return [];
    throw error;
  }
}
