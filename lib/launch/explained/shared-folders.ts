import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { AS_BEFORE, argumentsFor, declaredArgumentsFor } from "../../image/build-options.ts";
import { profileChain } from "../../image/chain.ts";
import { remembered } from "../../image/remembered.ts";
import { isTextList } from "../../json-object.ts";
import { expandWords } from "../../label/expand-run-label.ts";
import { readRunLabel } from "../../label/read-run-label.ts";
import { protectPaths } from "../../policy/odd-paths.ts";
import { readPolicy } from "../../policy/read-policy.ts";
import { BASE_PROFILE } from "../../profile/names.ts";
import { profileNames, requireProfile } from "../../profile/lookup.ts";
import { chooseLabel } from "../choose-label.ts";
import { evaluateChain } from "../evaluated-labels.ts";
import { mountedFolders } from "../prepare-directories.ts";

type SharedHost = Pick<Host, "settings" | "files">;

/** By host folder that a profile mounts: the other profiles that mount it too. No podman is asked. */
export function sharedFolders(
  host: SharedHost,
  own: { readonly tag: string; readonly folders: readonly string[]; readonly workspace: string },
): Readonly<Record<string, readonly string[]>> {
  const others = profileNames(host)
    .filter((name) => name !== BASE_PROFILE && requireProfile(host, name).tag !== own.tag)
    .map((name) => ({ name, folders: foldersOf(host, name, own.workspace) }));
  const shared = own.folders
    .filter((folder) => folder !== own.workspace)
    .map((folder): [string, string[]] => [
      folder,
      others.filter(({ folders }) => folders.includes(folder)).map(({ name }) => name),
    ]);
  return Object.fromEntries(shared.filter(([, names]) => names.length > 0));
}

// A profile that cannot be launched shares nothing: what is wrong with it is said where it is launched.
function foldersOf(host: SharedHost, name: string, workspace: string): readonly string[] {
  try {
    const chain = profileChain(host, name, {
      buildArguments: (profile) => argumentsFor(host, profile, AS_BEFORE),
    });
    const { labels } = evaluateChain(host, chain, new Map(), (link) =>
      declaredArgumentsFor(host, link, AS_BEFORE),
    );
    const profile = requireProfile(host, name);
    const { value } = chooseLabel(profile, labels, "run");
    const values = { home: host.settings.home, cwd: workspace, image: profile.tag };
    return remembered(host, {
      tag: profile.tag,
      topic: "folders",
      question: [value, values],
      isAnswer: isTextList,
      compute: () =>
        mountedFolders(readPolicy(protectPaths(expandWords(readRunLabel(value), values)))),
    });
  } catch (error) {
    if (error instanceof PaddockError) return [];
    throw error;
  }
}
