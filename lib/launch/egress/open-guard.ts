import { openEgress } from "../../egress/egress-session.ts";
import type { Host } from "../../host/host.ts";
import type { LaunchPlan } from "../plan/plan-launch.ts";
import { withSandboxFolder } from "../workspace/sandbox-folder.ts";
import { ENVIRONMENT_FOLDER, makeEnvironmentFolder } from "./environment-folder.ts";
import type { JudgedEgress } from "./judged-egress.ts";
import { sandboxEnvironment } from "./sandbox-environment.ts";

/** What stays beside a sandbox that may reach listed hosts only. */
export interface Guard {
  /** The launch's argv, with the port of the proxy that listens and the folder that holds its password. */
  readonly argv: readonly string[];
  /** Ends the proxy, takes the folder away, and says what was denied. */
  readonly close: () => Promise<string | undefined>;
}

/** Starts the proxy of a launch and waits until it listens; the password is in a file of the folder `place`, and nowhere else. */
export async function openGuard(
  host: Host,
  plan: LaunchPlan,
  { list, proxy, ports, network, observe }: JudgedEgress,
  place: string,
): Promise<Guard> {
  const { profile, workspace, policy } = plan;
  const session = proxy
    ? await openEgress(host, {
        list,
        profile: profile.name,
        workspace: workspace.path,
        ...(network && { network }),
        ...(observe && { observe }),
      })
    : undefined;
  const close = async (): Promise<string | undefined> => {
    host.files.removeTree(place);
    await session?.close();
    return session?.summary();
  };
  try {
    const argv = session === undefined ? plan.argv : plan.argvWithProxy(session.port);
    const settings = sandboxEnvironment(policy, { ports, credential: session?.credential });
    if (settings.length === 0) return { argv, close };
    const folder = makeEnvironmentFolder(host, place, settings);
    return { argv: withSandboxFolder(argv, folder, ENVIRONMENT_FOLDER), close };
  } catch (error) {
    await close();
    throw error;
  }
}
