import type { Files } from "../host/files/files.ts";

type FilesRead = Pick<Files, "list" | "linkFacts" | "readBytes">;

/** The files of a profile's folder, the Containerfile too, by their path below it, in order; links and what is no file are left out. */
export function profileFiles(files: FilesRead, directory: string): ReadonlyMap<string, Uint8Array> {
  return new Map(walk(files, directory, ""));
}

function walk(files: FilesRead, directory: string, below: string): [string, Uint8Array][] {
  return (files.list(`${directory}/${below}`) ?? []).flatMap((name): [string, Uint8Array][] => {
    const path = `${below}${name}`;
    const kind = files.linkFacts(`${directory}/${path}`)?.kind;
    if (kind === "directory") return walk(files, directory, `${path}/`);
    const bytes = kind === "file" ? files.readBytes(`${directory}/${path}`) : undefined;
    return bytes === undefined ? [] : [[path, bytes]];
  });
}
