import type { Containerfile } from "./containerfile.ts";
import { checkSecondReading } from "./grammar/second-reading.ts";
import { readContainerfile } from "./read-containerfile.ts";

/**
 * Reads a Containerfile as `podman build` (buildah's imagebuilder, Podman 5.4) reads it; throws PaddockError
 * "containerfile-invalid" with line and column for what a build refuses and for what cannot be read for certain.
 */
export function parseContainerfile(text: string): Containerfile {
  const containerfile = readContainerfile(text);
  checkSecondReading(containerfile);
  return containerfile;
}
