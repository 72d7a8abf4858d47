import { printable } from "../../printable.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { anonymous } from "./anonymous.ts";
import type { Personal } from "./anonymous.ts";

/** The diagnosis as text for a bug report: everything that matters for one, and nothing that names a person or a machine. */
export function showReport(diagnosis: Diagnosis, personal: Personal): string {
  const { paddock, profile, runtime, components, promises, unreadable } = diagnosis;
  const lines = [
    `Paddock ${paddock}, profile ${profile}, runtime ${runtime ?? "of Podman's choice"}`,
    "",
    ...components.map(({ component, state, found, notes }) => {
      // Why a registry does not answer names it, and it may be a company's own.
      const words = component === "npm registry" ? [] : [found];
      return [[component, state, ...words].join(": "), ...notes.map(({ text }) => text)].join(
        "\n  ",
      );
    }),
    "",
    ...(unreadable === undefined ? [] : [`label: ${unreadable.message}`]),
    ...promises.map(
      ({ control, state, keeper, reason }) =>
        `${control}: ${state}: ${keeper}${reason === undefined ? "" : `: ${reason}`}`,
    ),
  ];
  return lines.map((line) => `${printable(anonymous(line, personal))}\n`).join("");
}
