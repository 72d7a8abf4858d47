import type { Asked } from "./asked.ts";
import type { CgroupFacts } from "./cgroups.ts";
import type { EngineInfo } from "./engine-info.ts";
import type { RuntimeFacts } from "./runtime.ts";
import type { SubordinateIds } from "./subordinate-ids.ts";

/** Everything that is known of a machine, a plain value: what judges it asks nothing more. */
export interface MachineFacts {
  readonly system: {
    readonly platform: string;
    readonly kernel: string | undefined;
    /** `Debian GNU/Linux 13 (trixie)`. */
    readonly distribution: string | undefined;
    readonly architecture: string;
  };
  readonly user: { readonly name: string; readonly uid: number; readonly home: string };
  readonly hostName: string;
  readonly paddock: string;
  readonly node: string;
  readonly kvm: "absent" | "closed" | "writable";
  /** Its version, as `5.4.2`. */
  readonly podman: Asked<string>;
  readonly engine: Asked<EngineInfo>;
  /** Undefined where it is not installed. */
  readonly crun: Asked<RuntimeFacts> | undefined;
  readonly krun: Asked<RuntimeFacts> | undefined;
  /** The version in the library's file name; undefined where the library is not found. */
  readonly libkrun: Asked<string> | undefined;
  /** The path of passt, which krun starts for `krun.use_passt`. */
  readonly passt: string | undefined;
  readonly cgroups: CgroupFacts;
  readonly subordinateIds: readonly SubordinateIds[];
  /** XDG_RUNTIME_DIR. */
  readonly runtimeDirectory:
    | { readonly kind: "unset" }
    | { readonly kind: "absent"; readonly path: string }
    | { readonly kind: "found"; readonly path: string; readonly uid: number };
  /** Whether Ubuntu's rule keeps programs without an AppArmor profile from making user namespaces. */
  readonly userNamespacesRestricted: boolean;
  /** Free bytes where images and containers lie. */
  readonly freeBytes: number | undefined;
  /** The registry of npm's configuration; undefined where it was not to be asked. */
  readonly registry: Asked<"answers"> | undefined;
}
