import type { Host } from "../../host/host.ts";
import { inspectImages } from "../../host/podman/podman.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";
import type { OnBuildEvent } from "../../image/build/build-event.ts";
import { AS_BEFORE } from "../../image/build/build-options.ts";
import { ensureImages, surveyProfile } from "../../image/ensure.ts";
import { lockFolder } from "../pins/placed-pins.ts";
import type { PlacedPin } from "../pins/placed-pins.ts";
import type { BuiltImage } from "../history/receipt.ts";
import { affectedProfiles } from "./affected-profiles.ts";
import { giveBack } from "./give-back.ts";
import { agentCommand, startAgent } from "./start-agent.ts";

/**
 * Builds every image that the changed pins reach and starts each agent in its own; returns what was built. The images that were
 * replaced are kept. Where any of it fails the tags go back to them, and the error is thrown.
 */
export async function rebuildImages(
  host: Host,
  podman: string,
  pins: readonly PlacedPin[],
  onEvent: OnBuildEvent,
): Promise<readonly BuiltImage[]> {
  const changed = new Set(pins.map(({ profile }) => profile.containerfile));
  const affected = await affectedProfiles(host, podman, changed);
  const chains = affected.flatMap(({ chain }) => chain.map(({ profile }) => profile.tag));
  const tags = [...new Set(chains)];
  if (tags.length === 0) return [];
  const look = (): Promise<ImagesByName> => inspectImages(host, podman, tags);
  const before = await look();
  const built = async (): Promise<readonly BuiltImage[]> => {
    const after = await look();
    return tags.flatMap((tag) => toBuilt(tag, before.get(tag)?.id, after.get(tag)?.id));
  };
  try {
    for (const { name } of affected) {
      const survey = await surveyProfile(host, name, { podman, request: AS_BEFORE });
      const options = { podman, request: AS_BEFORE, rebuild: false, pull: false, onEvent };
      await ensureImages(host, survey, { ...options, keepFormer: true });
    }
    for (const { pin, profile } of pins) {
      const command = agentCommand(host.files, lockFolder({ pin, profile }), pin.package);
      // Without a lock the command is not known, and the build's own test has to do.
      if (command !== undefined) await startAgent(host, podman, profile.tag, command);
    }
  } catch (error) {
    await giveBack(host, podman, await built());
    throw error;
  }
  return await built();
}

function toBuilt(tag: string, before: string | undefined, after: string | undefined): BuiltImage[] {
  if (after === undefined || after === before) return [];
  return [{ tag, ...(before === undefined ? {} : { before }), after }];
}
