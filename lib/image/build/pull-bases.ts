import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";
import { printable } from "../../printable.ts";
import { profileOfImage } from "../../profile/names.ts";
import type { OnBuildEvent } from "./build-event.ts";
import type { Link } from "../chain.ts";

export interface PullOptions {
  readonly podman: string;
  /** Pull those that are there too. */
  readonly anew: boolean;
  readonly onEvent: OnBuildEvent;
}

/** Pulls the foreign images that a chain is built from, where they are missing; tells whether it pulled any. */
export async function pullBases(
  host: Pick<Host, "processes">,
  chain: readonly Link[],
  images: ImagesByName,
  options: PullOptions,
): Promise<boolean> {
  const foreign = new Set(chain.flatMap((link) => link.bases)).values();
  const wanted = [...foreign].filter(
    (image) => isForeign(image) && (options.anew || images.get(image) === undefined),
  );
  for (const image of wanted) {
    options.onEvent({ event: "pull", image });
    const answer = await host.processes.run([options.podman, "pull", "--quiet", image]);
    if (answer.status !== 0) {
      throw new PaddockError(
        "build-failed",
        `The base image ${image} could not be pulled: ${printable(answer.stderr.trim())}`,
        {
          fix: "Check the network and the name in FROM, or load the image with `podman load`.",
          status: answer.status,
        },
      );
    }
  }
  return wanted.length > 0;
}

// localhost/ names no registry: such an image is built or imported here.
function isForeign(image: string): boolean {
  return profileOfImage(image) === undefined && !image.startsWith("localhost/");
}
