/** What can be allowed or kept away on the network, by kind of destination. */
export type NetworkPlace =
  | "internet"
  | "raw-ip"
  | "ipv6"
  | "dns"
  | "lan"
  | "metadata"
  | "host-services"
  | "host-loopback"
  | `port-${number}`;

/** The name of a control, stable enough to be written on a command line. */
export type ControlId =
  | "kernel"
  | "memory"
  | "cpus"
  | "processes"
  | "identity"
  | "groups"
  | "capabilities"
  | "no-new-privileges"
  | "seccomp"
  | "read-only-root"
  | `tmpfs:${string}`
  | `mount:${string}`
  | "other-mounts"
  | "devices"
  | "environment"
  | `network:${NetworkPlace}`;

/** Whom a limit binds: the sandbox's own processes, or the monitor that a virtual machine runs in. */
export type Bound = "sandbox" | "monitor";

/** The state that a control promises, to be compared with a measured one. A number that could not be read is NaN and never compares well. */
export type Expected =
  | { readonly kind: "own-kernel" }
  /** Bytes. */
  | { readonly kind: "memory"; readonly most: number }
  /** Processors, perhaps a fraction of one. */
  | { readonly kind: "cpus"; readonly most: number }
  | { readonly kind: "processes"; readonly most: number; readonly of: Bound }
  /** Names or numbers, as written. */
  | { readonly kind: "user"; readonly user: string; readonly group?: string }
  /** `--group-add`, as written. */
  | { readonly kind: "groups"; readonly added: readonly string[] }
  /** Upper case, without `CAP_`: no set holds more than these. */
  | { readonly kind: "capabilities"; readonly most: readonly string[] }
  | { readonly kind: "no-new-privileges" }
  | { readonly kind: "seccomp"; readonly of: Bound }
  | { readonly kind: "read-only-root" }
  /** `options` of noexec, nosuid and nodev; `size` in bytes. */
  | { readonly kind: "tmpfs"; readonly options: readonly string[]; readonly size?: number }
  | { readonly kind: "mount"; readonly readOnly: boolean; readonly options: readonly string[] }
  /** Where the label itself mounts something. */
  | { readonly kind: "other-mounts"; readonly places: readonly string[] }
  /** Paths in the sandbox. */
  | { readonly kind: "devices"; readonly added: readonly string[] }
  /** Whether the host's proxy variables come along; no other variable of the host does. */
  | { readonly kind: "environment"; readonly httpProxy: boolean }
  /** `reachable: true` is a grant, which keeps nothing away. */
  | { readonly kind: "reach"; readonly place: NetworkPlace; readonly reachable: boolean };

/** One thing that a launch promises: that a limit, a wall or a grant of its label is really there. */
export interface Control {
  readonly id: ControlId;
  /** In words, a whole sentence without its full stop. */
  readonly promise: string;
  /** The words of the label that ask for it; none where it is Podman's own default. */
  readonly flags: readonly string[];
  readonly expected: Expected;
}
