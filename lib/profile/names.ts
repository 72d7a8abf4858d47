import { PaddockError } from "../errors.ts";

/** The profile that others are built on; it has no run label of its own. */
export const BASE_PROFILE = "base";
export const DEFAULT_PROFILE = "default";
/** Backs `default` where it exists: the person's own way to change the default. */
export const LATEST_PROFILE = "latest";

const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Whether a name can be a folder and an image tag at once. */
export function isProfileName(name: string): boolean {
  return NAME.test(name) && !name.includes("..");
}

/** Refuses what is no profile name. */
export function requireProfileName(name: string): void {
  if (isProfileName(name)) return;
  throw new PaddockError("usage", `${JSON.stringify(name)} is not a profile's name.`, {
    fix: "A name is 1 to 63 of a-z 0-9 . _ - and starts with a letter or digit.",
  });
}

/** The image tag of a profile: it depends on the name alone, never on the Containerfile that backs it. */
export function imageTag(name: string): string {
  switch (name) {
    case BASE_PROFILE:
      return "localhost/paddock-base:latest";
    case DEFAULT_PROFILE:
    case LATEST_PROFILE:
      return "localhost/paddock:latest";
    default:
      return `localhost/paddock:${name}`;
  }
}

/** The profile whose image a reference names, `localhost/` and `:latest` being optional as in Podman; undefined for any other image. */
export function profileOfImage(reference: string): string | undefined {
  const match = /^(?:localhost\/)?(?<repository>paddock-base|paddock)(?::(?<tag>[\w.-]+))?$/.exec(
    reference,
  );
  const repository = match?.groups?.["repository"];
  if (repository === undefined) return undefined;
  const tag = match?.groups?.["tag"] ?? "latest";
  if (repository === "paddock-base") return tag === "latest" ? BASE_PROFILE : undefined;
  return tag === "latest" ? DEFAULT_PROFILE : tag;
}
