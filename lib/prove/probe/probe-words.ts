import type { Control } from "../../control/control.ts";
import type { Target } from "../surroundings.ts";

/** Where an image that can be proved has the probe: profiles/base/probe.sh. */
export const PROBE = "/usr/local/libexec/paddock-probe";

// Beyond these a cap is only read: what is tried must not harm the machine where the cap does not hold.
const TRIED_PROCESSES = 2048;
const TRIED_BYTES = 256 * 1024 ** 2;
const TRIED_PROCESSORS = 8;

export interface ProbeRequest {
  readonly controls: readonly Control[];
  readonly targets: readonly Target[];
  /** The name of what the probe makes, and what a leaked variable would hold: no one else's. */
  readonly name: string;
  readonly canary: string;
}

/** The words that start the probe: what it is to try. */
export function probeWords({ controls, targets, name, canary }: ProbeRequest): readonly string[] {
  return [
    PROBE,
    name,
    canary,
    ...controls.flatMap(placeWords),
    ...targets.flatMap(({ place, address, port, protocol, token }) =>
      protocol === "udp" ? ["udp", place, address] : ["tcp", place, address, String(port), token],
    ),
    ...controls.flatMap(limitWords),
  ];
}

/** Where a label mounts something, in the order in which the probe tries them. */
export function triedPlaces(controls: readonly Control[]): readonly string[] {
  return controls.flatMap((control) => placeWords(control).slice(1));
}

function placeWords({ id, expected }: Control): readonly string[] {
  if (expected.kind !== "mount" && expected.kind !== "tmpfs") return [];
  return [expected.kind, id.slice(`${expected.kind}:`.length)];
}

function limitWords({ expected }: Control): readonly string[] {
  if (expected.kind === "processes") {
    const isTried = expected.of === "sandbox" && expected.most <= TRIED_PROCESSES;
    return isTried ? ["fork", String(expected.most + 8)] : [];
  }
  if (expected.kind === "memory" && expected.most <= TRIED_BYTES) {
    return ["memory", String(Math.floor(expected.most * 1.125))];
  }
  if (expected.kind === "cpus" && expected.most < TRIED_PROCESSORS) {
    return ["cpu", String(Math.ceil(expected.most) + 1)];
  }
  return [];
}
