import ignore from "@balena/dockerignore";
import { PaddockError } from "../../errors.ts";
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
  const paths = IGNORE_FILES.map((name) => `${directory}/${name}`);
  const file = paths.find((path) => files.facts(path) !== undefined);
  if (file === undefined) return () => false;
  const text = orUnreadable(file, () => files.readText(file)) ?? "";
  const rules = ignore.default({ ignorecase: false }).add(text);
  return (path) => {
    try {
      return rules.ignores(path);
    } catch (cause) {
      throw new PaddockError("failed", `${file} has a pattern that cannot be read.`, {
        fix: "Mend it or take it out; Podman refuses it too.",
        cause,
      });
    }
  };
}

/**
 * The files that `COPY` could reach, the Containerfile left out; links are taken as links, as buildah does. Throws `failed`
 * for what this user may not read: a build, which is root of the user's own namespace, could.
 */
export function contextFiles(files: Files, directory: string): readonly ContextFile[] {
  const isIgnored = ignored(files, directory);
  const listed = (folder: string): readonly string[] => {
    const whole = `${directory}/${folder}`;
    if (folder !== "" && isIgnored(folder) && !files.may(whole, "read")) return [];
    return orUnreadable(whole, () => files.list(whole)) ?? [];
  };
  const walk = (folder: string): readonly ContextFile[] =>
    listed(folder).flatMap((name) => {
      const path = folder === "" ? name : `${folder}/${name}`;
      const facts = orUnreadable(`${directory}/${path}`, () =>
        files.linkFacts(`${directory}/${path}`),
      );
      if (facts === undefined) {
        // Bytes that are no UTF-8 come as this character, and then nothing is found by the name.
        if (name.includes("\uFFFD")) throw notText(`${directory}/${path}`);
        return [];
      }
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
      if (isLink) return files.linkTarget(whole) ?? "";
      // A pipe or a socket has nothing to read.
      if (facts.kind === "other") return "";
      return orUnreadable(whole, () => files.readBytes(whole)) ?? "";
    },
    modifiedAt: facts.modifiedAt,
    version: facts.version,
  };
}

function notText(path: string): PaddockError {
  return new PaddockError("failed", `${path} has a name that is not UTF-8 text.`, {
    fix: "Rename it; a change of it would not be noticed.",
  });
}

function orUnreadable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new PaddockError("failed", `${path} is part of a build and cannot be read.`, {
      fix: "Make it readable for you, or name it in .containerignore.",
      cause,
    });
  }
}
