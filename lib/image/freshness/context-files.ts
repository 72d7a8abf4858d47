import ignore from "@balena/dockerignore";
import type { FileFacts, Files } from "../../host/files/files.ts";

/** A file of a build context: its path from the context's folder, with `/`. */
export interface ContextFile {
  readonly path: string;
  readonly mode: number;
  /** Read when it is asked for. */
  readonly content: Uint8Array | string;
  readonly modifiedAt: Date;
  /** Changes with every write or replacement. */
  readonly version: string;
}

// Podman reads .containerignore, else .dockerignore; both files themselves stay out of the image's content.
const IGNORE_FILES = [".containerignore", ".dockerignore"];

function ignored(files: Files, directory: string): (path: string) => boolean {
  const text = IGNORE_FILES.map((name) => files.readText(`${directory}/${name}`)).find(
    (found) => found !== undefined,
  );
  if (text === undefined) return () => false;
  const rules = ignore.default({ ignorecase: false }).add(text);
  return (path) => rules.ignores(path);
}

/** The files that `COPY` could reach, the Containerfile left out; links are taken as links, as buildah does. */
export function contextFiles(files: Files, directory: string): readonly ContextFile[] {
  const isIgnored = ignored(files, directory);
  const walk = (folder: string): readonly ContextFile[] =>
    (files.list(`${directory}/${folder}`) ?? []).flatMap((name) => {
      const path = folder === "" ? name : `${folder}/${name}`;
      const facts = files.linkFacts(`${directory}/${path}`);
      if (facts === undefined) return [];
      // A folder is entered even when it is ignored: a `!` rule may bring back what is in it.
      if (facts.kind === "directory") return walk(path);
      if (path === "Containerfile" || IGNORE_FILES.includes(path) || isIgnored(path)) return [];
      return [toContextFile(files, directory, path, facts)];
    });
  return walk("");
}

function toContextFile(
  files: Files,
  directory: string,
  path: string,
  facts: FileFacts,
): ContextFile {
  const isLink = facts.kind === "link";
  return {
    path,
    mode: isLink ? 0 : facts.mode,
    get content() {
      const whole = `${directory}/${path}`;
      return (isLink ? files.linkTarget(whole) : files.readBytes(whole)) ?? "";
    },
    modifiedAt: facts.modifiedAt,
    version: facts.version,
  };
}
