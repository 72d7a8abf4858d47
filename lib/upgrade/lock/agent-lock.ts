import type { Files } from "../../host/files/files.ts";
import { readJsonObject, type JsonObject } from "../../json-object.ts";

/** The two files that lock an agent with all it pulls in. */
export interface AgentLock {
  readonly packageJson: JsonObject;
  readonly packageLock: JsonObject;
  /** The files as they were read. */
  readonly texts: { readonly packageJson: string; readonly packageLock: string };
}

export type AgentLockReading =
  | { readonly kind: "found"; readonly lock: AgentLock }
  | { readonly kind: "missing"; readonly file: string }
  | { readonly kind: "broken"; readonly file: string };

/** Reads `package.json` and `package-lock.json` of an agent's folder; what they say is not checked yet. */
export function readAgentLock(files: Pick<Files, "readText">, directory: string): AgentLockReading {
  const read = ["package.json", "package-lock.json"].map((name) => {
    const file = `${directory}/${name}`;
    const text = files.readText(file);
    return { file, text, json: readJsonObject(text) };
  });
  const missing = read.find(({ text }) => text === undefined);
  if (missing !== undefined) return { kind: "missing", file: missing.file };
  const [manifest, lock] = read;
  if (manifest?.json === undefined || manifest.text === undefined)
    return { kind: "broken", file: manifest?.file ?? directory };
  if (lock?.json === undefined || lock.text === undefined)
    return { kind: "broken", file: lock?.file ?? directory };
  return {
    kind: "found",
    lock: {
      packageJson: manifest.json,
      packageLock: lock.json,
      texts: { packageJson: manifest.text, packageLock: lock.text },
    },
  };
}
