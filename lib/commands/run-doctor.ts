import { diagnose } from "../doctor/diagnosis.ts";
import type { ProfileLaunch } from "../doctor/diagnosis.ts";
import { showDiagnosis } from "../doctor/show/show-diagnosis.ts";
import { showReport } from "../doctor/show/show-report.ts";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { Asked } from "../host/machine/asked.ts";
import { gatherMachine } from "../host/machine/gather-machine.ts";
import { explainProfile } from "../launch/explained/explain-profile.ts";
import { findWorkspace } from "../launch/workspace/find-workspace.ts";
import { launchObstacles } from "../launch/plan/launch-obstacles.ts";
import { underRuntime } from "../policy/under-runtime.ts";
import { requireProfile } from "../profile/lookup.ts";
import { requireProfileName } from "../profile/names.ts";
import type { DoctorFlags } from "./doctor.ts";

const NOT_KEPT = 1;

/** Looks at the machine and prints it: 0 where every promise of the profile is kept, else 1. */
export async function runDoctor(host: Host, given: DoctorFlags): Promise<number> {
  requireProfileName(given.profile);
  const facts = await gatherMachine(host, {
    askRegistry: given.network ? () => askAloud(host) : undefined,
  });
  const diagnosis = diagnose(facts, given.profile, await readLaunch(host, given));
  host.terminal.answer(
    given.json
      ? `${JSON.stringify(diagnosis, undefined, 2)}\n`
      : given.report
        ? showReport(diagnosis, {
            user: facts.user.name,
            home: facts.user.home,
            hostName: facts.hostName,
            workspace: host.settings.workingDirectory,
          })
        : showDiagnosis(diagnosis, host.terminal.columns),
  );
  return diagnosis.kept ? 0 : NOT_KEPT;
}

async function askAloud(host: Host): Promise<Asked<"answers">> {
  host.terminal.say("asking npm's registry for one small document (half a minute at most)\n");
  const { askRegistry } = await import("../host/registry/ask-registry.ts");
  return await askRegistry(host);
}

// A label that cannot be read is a finding about the profile: the machine is shown all the same.
async function readLaunch(host: Host, given: DoctorFlags): Promise<ProfileLaunch> {
  const profile = requireProfile(host, given.profile);
  try {
    const { policy: own, context } = await explainProfile(inWorkspace(host), profile);
    const policy = given.runtime === undefined ? own : underRuntime(own, given.runtime);
    const refusals = context.findings.filter(({ severity }) => severity === "error");
    const obstacles = [...refusals, ...(await launchObstacles(host, policy))];
    return { kind: "read", policy, obstacles };
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    return { kind: "unreadable", message: error.message, fix: error.fix };
  }
}

// A directory that a launch would refuse says nothing of the machine: any other does for a look at the label.
function inWorkspace(host: Host): Host {
  try {
    findWorkspace(host, undefined);
    return host;
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    const workingDirectory = `${host.settings.home}/project`;
    return { ...host, settings: { ...host.settings, workingDirectory } };
  }
}
