/** What is mounted: `bind` and `overlay` (`:O`) take a host path, `glob` a pattern of them, `volume` a name or nothing. */
export type MountKind =
  "bind" | "overlay" | "glob" | "volume" | "tmpfs" | "ramfs" | "devpts" | "image" | "artifact";

/** One mount that a launch asks for. */
export interface Mount {
  readonly kind: MountKind;
  /** As written: a host path (perhaps relative to the workspace), a volume's or an image's name; absent where Podman makes one up. */
  readonly source?: string;
  /** Absent only for a glob that mounts each path at its own place. */
  readonly destination?: string;
  readonly readOnly: boolean;
  /** shared, rslave, ...; absent for Podman's default (rprivate). */
  readonly propagation?: string;
  /** SELinux: `:z` (shared) or `:Z` (private). */
  readonly relabel?: "shared" | "private";
  /** `:U`: the source's files change owner. */
  readonly chown: boolean;
  /** Everything else, as written. */
  readonly options: readonly string[];
  readonly flag: "volume" | "mount" | "tmpfs";
  /** The flag's whole value, to show. */
  readonly text: string;
}

export const PROPAGATIONS: ReadonlySet<string> = new Set([
  "shared",
  "rshared",
  "slave",
  "rslave",
  "private",
  "rprivate",
  "unbindable",
  "runbindable",
]);
