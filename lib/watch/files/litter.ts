import type { Files } from "../../host/files/files.ts";

// vim's probe, backups and swap files; Emacs' locks and auto-saves; the new file of an upgrade beside the old one.
const LITTER = /^(?:4913|.*~|\..*\.sw[a-z]|\.#.*|#.*#|\..+\.[0-9a-f]{12})$/;

/** Whether a name is one that an editor makes beside the file that it saves. */
export function isLitter(name: string): boolean {
  return LITTER.test(name);
}

/** The same files without editors' own: a swap file that lies in a context while someone types is no change of it. */
export function withoutLitter(files: Files): Files {
  return { ...files, list: (path) => files.list(path)?.filter((name) => !isLitter(name)) };
}
