import { sha256 } from "../../sha256.ts";
import { readOrigin, originText } from "./origin-record.ts";
import type { OriginHost, ProfileOrigin } from "./origin-record.ts";
import { profileFiles } from "../profile-files.ts";

/** The shipped profile that one came from, and what became of it since. */
export interface OriginState {
  /** Name of the shipped profile. */
  readonly profile: string;
  /** The version of Paddock that it was copied from. */
  readonly version: string;
  /** `gone`: this Paddock ships no profile of that name. */
  readonly state: "same" | "changed" | "gone";
  /** Paths below the shipped folder whose content is another one than then, is new or is absent now. */
  readonly changedFiles: readonly string[];
}

/** What became of the shipped profile that the person's profile `name` came from; undefined where it came from none that is known. */
export function originState(host: OriginHost, name: string): OriginState | undefined {
  const origin = readOrigin(host, name);
  if (origin === undefined) return undefined;
  const { profile, version } = origin;
  const now = shippedFiles(host, origin);
  if (!now.has("Containerfile")) return { profile, version, state: "gone", changedFiles: [] };
  const paths = [...new Set([...Object.keys(origin.files), ...now.keys()])].sort();
  const changedFiles = paths.filter((path) => {
    const bytes = now.get(path);
    return sumThen(origin, path) !== (bytes === undefined ? undefined : sha256(bytes));
  });
  return { profile, version, state: changedFiles.length > 0 ? "changed" : "same", changedFiles };
}

/** A shipped file then and now; undefined where it was or is absent. `lost`: its text of then is not kept any more. */
export type ChangedFile =
  | {
      readonly kind: "texts";
      readonly path: string;
      readonly before: string | undefined;
      readonly after: string | undefined;
    }
  | { readonly kind: "lost"; readonly path: string };

/** The texts of the files that changed in the shipped profile since it was copied. */
export function changedTexts(host: OriginHost, name: string): readonly ChangedFile[] {
  const origin = readOrigin(host, name);
  if (origin === undefined) return [];
  const now = shippedFiles(host, origin);
  return (originState(host, name)?.changedFiles ?? []).map((path): ChangedFile => {
    const sum = sumThen(origin, path);
    const before = sum === undefined ? undefined : originText(host, sum);
    if (sum !== undefined && before === undefined) return { kind: "lost", path };
    const bytes = now.get(path);
    const after = bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    return { kind: "texts", path, before, after };
  });
}

function shippedFiles(
  { settings, files }: OriginHost,
  { profile }: ProfileOrigin,
): ReadonlyMap<string, Uint8Array> {
  return profileFiles(files, `${settings.shippedProfiles}/${profile}`);
}

function sumThen({ files }: ProfileOrigin, path: string): string | undefined {
  return Object.hasOwn(files, path) ? files[path] : undefined;
}
