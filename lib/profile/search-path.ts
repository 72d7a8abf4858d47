import { PaddockError } from "../errors.ts";

/** Where profiles may lie. */
export interface ProfilesSettings {
  readonly profilesVariable: string | undefined;
  readonly configDirectory: string;
  readonly shippedProfiles: string;
}

/** The folders in which profiles are looked up, first to last; never the workspace, where the agent could edit its own jailer. */
export function profileSearchPath(settings: ProfilesSettings): readonly string[] {
  if (settings.profilesVariable === undefined) {
    return [`${settings.configDirectory}/profiles`, settings.shippedProfiles];
  }
  const own = settings.profilesVariable.split(":").filter((entry) => entry !== "");
  const relative = own.find((entry) => !entry.startsWith("/"));
  if (relative !== undefined) {
    throw new PaddockError("usage", `PADDOCK_PROFILES has a relative folder: ${relative}`, {
      fix: "Write absolute folders, separated by colons.",
    });
  }
  return [...own.map((entry) => entry.replace(/(?<=.)\/+$/, "")), settings.shippedProfiles];
}
