import type { Control } from "../../control/control.ts";
import type { Outcome } from "../outcome.ts";
import type { Surroundings } from "../surroundings.ts";
import { judgeKernel, judgeMemory, judgeProcessors, judgeProcesses } from "./limits.ts";
import { judgeMount, judgeOtherMounts, judgeReadOnlyRoot, judgeTmpfs } from "./mounts.ts";
import { judgeReach } from "./network.ts";
import {
  judgeCapabilities,
  judgeGroups,
  judgeNoNewPrivileges,
  judgeSeccomp,
  judgeUser,
} from "./privileges.ts";
import { judgeDevices, judgeEnvironment } from "./seen.ts";

/** Holds one promise against what was measured; a measurement that is missing or garbled is never "holds". */
export function judgeControl(control: Control, around: Surroundings): Outcome {
  const { expected } = control;
  switch (expected.kind) {
    case "own-kernel":
      return judgeKernel(around);
    case "memory":
      return judgeMemory(expected.most, around);
    case "cpus":
      return judgeProcessors(expected.most, around);
    case "processes":
      return judgeProcesses(expected, around);
    case "user":
      return judgeUser(expected, around.report);
    case "groups":
      return judgeGroups(expected.added, around.report);
    case "capabilities":
      return judgeCapabilities(expected.most, around.report);
    case "no-new-privileges":
      return judgeNoNewPrivileges(around.report);
    case "seccomp":
      return judgeSeccomp(expected.of, around);
    case "read-only-root":
      return judgeReadOnlyRoot(around);
    case "tmpfs":
      return judgeTmpfs(control, expected, around);
    case "mount":
      return judgeMount(control, expected, around);
    case "other-mounts":
      return judgeOtherMounts(expected.places, around);
    case "devices":
      return judgeDevices(expected.added, around.report);
    case "environment":
      return judgeEnvironment(expected.httpProxy, around.report);
    case "reach":
      return judgeReach(expected, around);
  }
}
