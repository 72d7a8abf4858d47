import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";
import { buildImage } from "./build-image.ts";
import { authoritiesFor, declaredArgumentsFor } from "./build-options.ts";
import { cacheFor } from "./layer-age.ts";
import { pinnedAgents } from "../pinned-agents.ts";
import { readRecord, writeRecord } from "../freshness/record.ts";
import { stampOf } from "../freshness/fingerprint.ts";
import type { BuildOptions } from "../ensure.ts";
import type { Link } from "../chain.ts";
import type { SurveyedLink } from "../survey.ts";

export interface LinkOptions extends BuildOptions {
  readonly chain: readonly Link[];
  readonly look: () => Promise<ImagesByName>;
}

/** Builds one image of a chain and writes down what it was built from; returns the images as they are then. */
export async function buildLink(
  host: Host,
  surveyed: SurveyedLink,
  options: LinkOptions,
): Promise<ImagesByName> {
  const { link, fingerprint } = surveyed;
  const { name: profile, tag } = link.profile;
  const startedAt = host.now().getTime();
  const rebuiltAt = options.rebuild ? startedAt : readRecord(host, tag)?.rebuiltAt;
  const buildArguments = declaredArgumentsFor(host, link, options.request);
  const authorities = authoritiesFor(host, link, options.request);
  await buildImage(
    host,
    {
      podman: options.podman,
      profile: link.profile,
      stamp: stampOf(fingerprint),
      agents: pinnedAgents(options.chain, link),
      buildArguments,
      authorities,
      cache: cacheFor(options.rebuild, rebuiltAt, startedAt),
    },
    options.onEvent,
  );
  const images = await options.look();
  const image = images.get(tag);
  if (image === undefined) {
    throw new PaddockError("failed", `Podman built ${tag} and does not have it.`, {
      fix: "Check that no other program removes images, and build again.",
    });
  }
  writeRecord(host, tag, {
    fingerprint,
    buildArguments,
    authorities: authorities?.path,
    rebuiltAt,
  });
  const seconds = Math.round((host.now().getTime() - startedAt) / 1000);
  options.onEvent({ event: "built", profile, image: tag, id: image.id, seconds });
  return images;
}
