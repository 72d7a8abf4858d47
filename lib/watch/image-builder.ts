import type { Host } from "../host/host.ts";
import type { OnBuildEvent } from "../image/build/build-event.ts";
import { AS_BEFORE } from "../image/build/build-options.ts";
import { ensureImages, isFresh, surveyProfile } from "../image/ensure.ts";
import type { Survey } from "../image/ensure.ts";
import { stampOf } from "../image/freshness/fingerprint.ts";
import type { Builder, Look } from "./builder.ts";
import { withoutLitter } from "./files/litter.ts";

interface ImageBuilderOptions {
  readonly podman: string;
  /** Shows one build, from its first event until it is done. */
  readonly showBuild: () => { readonly onEvent: OnBuildEvent; readonly done: () => void };
}

/** Builds with Podman. */
export function imageBuilder(host: Host, options: ImageBuilderOptions): Builder {
  const watching: Host = { ...host, files: withoutLitter(host.files) };
  const { podman } = options;
  const survey = (profile: string): Promise<Survey> =>
    surveyProfile(watching, profile, { podman, request: AS_BEFORE });
  return {
    look: async (profile) => toLook(await survey(profile)),
    build: async (profile) => {
      const { onEvent, done } = options.showBuild();
      const request = { podman, request: AS_BEFORE, rebuild: false, pull: false, onEvent };
      try {
        await ensureImages(watching, await survey(profile), request);
      } finally {
        done();
      }
    },
  };
}

function toLook({ links }: Survey): Look {
  if (links.every(isFresh)) return { state: "fresh" };
  const missing = links.at(-1)?.staleness.state === "missing";
  const stale = links.filter((link) => !isFresh(link));
  const key = JSON.stringify(
    stale.map(({ link, fingerprint }) => [link.profile.tag, stampOf(fingerprint)]),
  );
  return { state: missing ? "missing" : "stale", key };
}
