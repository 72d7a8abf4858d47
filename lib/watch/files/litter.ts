import type { Files } from "../../host/files/files.ts";

const LITTER = new RegExp(
  `^(?:${[
    // vim's probe, backups and swap files; Emacs' locks and auto-saves.
    String.raw`4913|.*~|\..*\.sw[a-z]|\.#.*|#.*#`,
    // JetBrains', Kate's, GNOME's and LibreOffice's.
    String.raw`.*___jb_[a-z]+___|\..*\.kate-swp|\.goutputstream-.*|\.~lock\..*#`,
    // What is left of a file that is removed while it is open, on NFS and FUSE.
    String.raw`\.nfs[0-9a-f]+|\.fuse_hidden[0-9a-f]+`,
    // The new file of an upgrade beside the old one.
    String.raw`\..+\.[0-9a-f]{12}`,
  ].join("|")})$`,
);

/** Whether a name is one that an editor makes beside the file that it saves. */
export function isLitter(name: string): boolean {
  return LITTER.test(name);
}

/** The same files without editors' own: a swap file that lies in a context while someone types is no change of it. */
export function withoutLitter(files: Files): Files {
  return { ...files, list: (path) => files.list(path)?.filter((name) => !isLitter(name)) };
}
