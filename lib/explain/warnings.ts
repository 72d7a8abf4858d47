import type { Policy } from "../policy/policy.ts";
import type { ExplainContext } from "./context.ts";
import { isMachine } from "./grants/machine.ts";
import { networkGrants } from "./grants/network.ts";
import type { Row } from "./row.ts";

/** What is allowed by a policy and worth a second look before it is launched. */
export function policyWarnings(policy: Policy, context: ExplainContext): Row[] {
  const reached = networkGrants(policy, undefined)
    .filter(({ key }) => key.startsWith("network"))
    .flatMap(({ extent }) => extent.members);
  const isFiltered = reached.every((member) => member.startsWith("port "));
  return [
    ...(isFiltered
      ? []
      : [warning("nothing limits to which hosts it can send what it sees", "network")]),
    ...(isMachine(policy)
      ? []
      : [
          warning(
            "a fault in this machine's kernel would let it out: it has none of its own",
            "runtime",
          ),
        ]),
    ...(policy.readOnlyRoot
      ? []
      : [
          warning(
            "its system can be written: what runs in it may become another than the image's",
            "read-only",
          ),
        ]),
    ...Object.entries(context.sharedFolders).map(([folder, profiles]) =>
      warning(
        `what lies in ${folder} is seen and changed by other profiles too: ${profiles.join(", ")}`,
        "volume",
        "mount",
      ),
    ),
  ];
}

function warning(text: string, ...flags: readonly string[]): Row {
  return { topic: "warning", text, flags };
}
