import type { Expansion } from "./words/expansion.ts";

/** TARGETARCH, BUILDOS, ... : the values that the builder itself knows; doubtful where the platform is not said. */
export function platformVariables(platform: string | undefined): ReadonlyMap<string, Expansion> {
  const [system = "", architecture = "", variant = ""] = platform?.split("/") ?? [];
  const values = { PLATFORM: platform ?? "", OS: system, ARCH: architecture, VARIANT: variant };
  const variables = new Map<string, Expansion>();
  for (const side of ["TARGET", "BUILD"]) {
    for (const [part, value] of Object.entries(values)) {
      const name = side + part;
      const message = `${name} depends on the platform of the build, which is not known here`;
      const fix = `Do not use ${name} in it.`;
      variables.set(name, { value, doubts: platform === undefined ? [{ message, fix }] : [] });
    }
  }
  return variables;
}
