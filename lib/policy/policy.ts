import { type Mount } from "./mounts/mount.ts";

/** A network that the sandbox joins: `pasta`, `none`, `host`, a network's name, or another namespace (`ns`, `container`) with its target. */
export interface Network {
  readonly mode: string;
  readonly options: readonly string[];
  readonly target?: string;
}

/** `key=value`; the value is absent where none was written. */
export interface Setting {
  readonly name: string;
  readonly value?: string;
}

/** A flag and its value as Podman reads them; the value of a bare boolean is "true". */
export interface FlagValue {
  readonly flag: string;
  readonly value: string;
}

/** What a `podman run` argv grants. An absent value is Podman's own default. */
export interface Policy {
  readonly image: string;
  readonly command: readonly string[];
  /** `--rootfs`: the image word is a host directory. */
  readonly rootfs: boolean;
  readonly runtime: string | undefined;
  readonly annotations: readonly Setting[];
  readonly networks: readonly Network[];
  readonly ports: { readonly published: readonly string[]; readonly all: boolean };
  readonly mounts: readonly Mount[];
  readonly volumesFrom: readonly string[];
  readonly devices: {
    readonly paths: readonly string[];
    readonly gpus: readonly string[];
    readonly cgroupRules: readonly string[];
  };
  readonly privileged: boolean;
  /** Upper case, without `CAP_`. */
  readonly capabilities: { readonly drop: readonly string[]; readonly add: readonly string[] };
  readonly security: readonly Setting[];
  readonly readOnlyRoot: boolean;
  /** With a read-only root, whether Podman adds writable tmpfs mounts (/tmp, /run, ...). */
  readonly readOnlyTmpfs: boolean;
  readonly user: string | undefined;
  readonly userns: string | undefined;
  readonly groups: readonly string[];
  readonly namespaces: Readonly<Record<"pid" | "ipc" | "uts" | "cgroupns", string | undefined>>;
  /** Limits of memory, processors, processes, ...: as written, the last of each. */
  readonly limits: readonly FlagValue[];
  readonly environment: {
    readonly set: readonly Setting[];
    readonly files: readonly string[];
    readonly host: boolean;
    readonly httpProxy: boolean;
  };
  readonly terminal: { readonly tty: boolean; readonly interactive: boolean };
  readonly detach: boolean;
  readonly detachKeys: string | undefined;
  readonly name: string | undefined;
  readonly replace: boolean;
  readonly remove: boolean;
  readonly removeImage: boolean;
  readonly labels: readonly Setting[];
  readonly workdir: string | undefined;
  readonly entrypoint: string | undefined;
  readonly hostname: string | undefined;
  readonly init: boolean;
  readonly pull: string | undefined;
  readonly stopSignal: string | undefined;
  readonly stopTimeout: string | undefined;
  readonly timeout: string | undefined;
  /** Every flag that has no field above, in order. */
  readonly other: readonly FlagValue[];
}
