import { sha256 } from "../../sha256.ts";
import type { ContextFile } from "./context-files.ts";

/** What an image is made from; each input is named so that a difference can be told in words. */
export interface BuildInputs {
  readonly containerfile: string;
  readonly files: readonly ContextFile[];
  /** Only the arguments that the Containerfile declares. */
  readonly buildArguments: Readonly<Record<string, string>>;
  /** Image id by the name in FROM, 64 hex digits. */
  readonly bases: Readonly<Record<string, string>>;
  /** sha256 of the extra certificate authorities, for a Containerfile that takes them. */
  readonly authorities: string | undefined;
}

/** sha256 in hex, by input: `Containerfile`, `file PATH`, `argument NAME`, `base IMAGE`, `authorities`. */
export type Fingerprint = Readonly<Record<string, string>>;

/** The digest of each input of a build. */
export function fingerprint(inputs: BuildInputs): Fingerprint {
  const print: Record<string, string> = { Containerfile: sha256(inputs.containerfile) };
  for (const file of inputs.files) {
    print[`file ${file.path}`] = sha256(`${file.mode}\0`, file.content);
  }
  for (const [name, value] of Object.entries(inputs.buildArguments)) {
    print[`argument ${name}`] = sha256(value);
  }
  for (const [name, id] of Object.entries(inputs.bases)) print[`base ${name}`] = id;
  if (inputs.authorities !== undefined) print["authorities"] = inputs.authorities;
  return print;
}

/** The stamp of an image: sha256 over all its inputs, hex, kept as the label `paddock.stamp`. */
export function stampOf(print: Fingerprint): string {
  const entries = Object.entries(print).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify(entries));
}
