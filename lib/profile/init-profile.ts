import { PaddockError } from "../errors.ts";
import { errorCode } from "../host/files/error-code.ts";
import type { FolderContents } from "../host/files/create-folder.ts";
import type { Files } from "../host/files/files.ts";
import { containerfileTemplate } from "./containerfile-template.ts";
import { folderName, requireProfile } from "./lookup.ts";
import type { Profile } from "./lookup.ts";
import { BASE_PROFILE, imageTag, requireProfileName } from "./names.ts";
import { forgetOrigin, recordOrigin } from "./origin/origin-record.ts";
import { renameImage } from "./rename-image.ts";
import { profileSearchPath } from "./search-path.ts";
import type { ProfilesSettings } from "./search-path.ts";

export interface InitHost {
  readonly settings: ProfilesSettings & {
    readonly stateDirectory: string;
    readonly version: string;
  };
  readonly files: Files;
}

/** A profile that was just made. */
export interface NewProfile {
  readonly directory: string;
  readonly containerfile: string;
  readonly tag: string;
}

/**
 * Makes a profile in the person's own folder: a small one on the base, or a copy of `from` whose run label names the new
 * image. Throws PaddockError "refused" where there is one, or where the copy's label cannot be changed for certain.
 */
export function initProfile(host: InitHost, name: string, from?: string): NewProfile {
  requireProfileName(name);
  const directory = `${ownFolder(host.settings)}/${name}`;
  const model = from === undefined ? undefined : requireProfile(host, from);
  create(host, directory, contents(name, model));
  const shipped = model?.origin === "shipped" ? folderName(model) : undefined;
  if (shipped === undefined) forgetOrigin(host, name);
  else recordOrigin(host, name, shipped);
  return { directory, containerfile: `${directory}/Containerfile`, tag: imageTag(name) };
}

function contents(name: string, model: Profile | undefined): FolderContents {
  const tag = imageTag(name);
  if (model !== undefined) {
    const { directory, text } = model;
    // Without a change the file is copied as it is, whatever its label says.
    if (model.tag === tag) return { from: directory };
    return { from: directory, texts: { Containerfile: renameImage(text, model.tag, tag) } };
  }
  if (name !== BASE_PROFILE) return { texts: { Containerfile: containerfileTemplate(name) } };
  throw new PaddockError("refused", "A new base cannot be built on itself.", {
    fix: `Copy the one that is there: paddock init ${name} --from ${name}`,
  });
}

function create(host: InitHost, directory: string, folder: FolderContents): void {
  host.files.makePrivateDirectory(directory.slice(0, directory.lastIndexOf("/")));
  try {
    host.files.createFolder(directory, folder);
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "EEXIST" || code === "ENOTEMPTY") {
      throw new PaddockError("refused", `There is already something at ${directory}`, {
        fix: "Choose another name, or move it away.",
      });
    }
    throw new PaddockError("failed", `${directory} could not be made (${String(code)}).`, {
      fix: "Look at the folder's rights and the space on its disk.",
      cause,
    });
  }
}

/** The first folder of the search path that is the person's own. */
function ownFolder(settings: ProfilesSettings): string {
  const [first] = profileSearchPath(settings);
  if (first !== undefined && first !== settings.shippedProfiles) return first;
  throw new PaddockError("usage", "PADDOCK_PROFILES names no folder of your own.", {
    fix: "Unset it, or write absolute folders, separated by colons.",
  });
}
