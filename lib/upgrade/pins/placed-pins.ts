import { parseContainerfile } from "../../containerfile/parse.ts";
import { PaddockError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { profileNames, requireProfile } from "../../profile/lookup.ts";
import type { Profile, ProfilesHost } from "../../profile/lookup.ts";
import { findPins } from "./find-pins.ts";
import type { Pin } from "./pin.ts";

/** A pin and the profile that has it. */
export interface PlacedPin {
  readonly pin: Pin;
  readonly profile: Profile;
}

export interface PlacedPins {
  readonly pins: readonly PlacedPin[];
  /** What is wrong with the profiles that cannot be read; their pins are left out. */
  readonly failures: readonly PaddockError[];
}

/** The pins of all profiles as they are looked up; what profiles share through a base stands there alone, once. */
export function findPlacedPins(host: ProfilesHost): PlacedPins {
  const pins: PlacedPin[] = [];
  const failures: PaddockError[] = [];
  const seen = new Set<string>();
  for (const name of profileNames(host)) {
    try {
      const profile = requireProfile(host, name);
      // A folder `latest` backs two names.
      if (seen.has(profile.containerfile)) continue;
      seen.add(profile.containerfile);
      for (const pin of findPins(parseContainerfile(profile.text))) pins.push({ pin, profile });
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
      failures.push(
        new PaddockError(error.code, `Profile ${name}: ${error.message}`, { fix: error.fix }),
      );
    }
  }
  return { pins, failures };
}

/** Those that a person named, by agent or by package; all without a name. A name without a pin is a PaddockError "usage", or tells what is wrong where it may stand. */
export function selectPins(
  { pins: all, failures }: PlacedPins,
  names: readonly string[],
): readonly PlacedPin[] {
  const isNamed = ({ pin }: PlacedPin, name: string): boolean =>
    pin.agent === name || pin.package === name;
  const unknown = names.find((name) => !all.some((placed) => isNamed(placed, name)));
  if (unknown !== undefined) {
    const [failure] = failures;
    if (failure !== undefined) {
      const found = `No profile that can be read pins an agent ${printable(unknown)}.`;
      const broken = failures.map(({ message }) => message).join("; ");
      throw new PaddockError(failure.code, `${found} ${broken}`, { fix: failure.fix });
    }
    const known = [...new Set(all.map(({ pin }) => pin.agent))].join(", ");
    throw new PaddockError("usage", `No profile pins an agent ${printable(unknown)}.`, {
      fix: known === "" ? "Write a pin into a Containerfile first." : `Use one of: ${known}`,
    });
  }
  return names.length === 0
    ? all
    : all.filter((placed) => names.some((name) => isNamed(placed, name)));
}

/** The folder of the lock that belongs to a pin; it may not exist. */
export function lockFolder({ pin, profile }: PlacedPin): string {
  return `${profile.directory}/agents/${pin.package.slice(pin.package.lastIndexOf("/") + 1)}`;
}
