import type { Host } from "../host.ts";
import { known, unknown } from "./asked.ts";
import type { Asked } from "./asked.ts";

// Where the loader finds libraries on the systems that ship libkrun.
const FOLDERS = [
  "/usr/lib64",
  "/usr/lib",
  "/usr/lib/x86_64-linux-gnu",
  "/usr/lib/aarch64-linux-gnu",
  "/usr/local/lib64",
  "/usr/local/lib",
];

/** The version of libkrun, as the name of the file behind `libkrun.so.1` has it; undefined where it is not installed. */
export function findLibkrun({ files }: Pick<Host, "files">): Asked<string> | undefined {
  const path = FOLDERS.map((folder) => `${folder}/libkrun.so.1`).find(
    (library) => files.facts(library) !== undefined,
  );
  if (path === undefined) return undefined;
  const name = files.realPath(path) ?? path;
  const version = /\.so\.(?<version>\d+\.[\d.]+)$/.exec(name)?.groups?.["version"];
  return version === undefined ? unknown(`${path} does not tell its version`) : known(version);
}
