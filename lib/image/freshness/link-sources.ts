import type { ImagesByName } from "../../host/podman/podman.ts";
import { once } from "../../once.ts";
import { authoritiesFor, declaredArgumentsFor } from "../build/build-options.ts";
import type { AuthoritiesHost, BuildRequest } from "../build/build-options.ts";
import type { Link } from "../chain.ts";
import { contextFiles } from "./context-files.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { readRecord } from "./record.ts";
import type { SourceTimes } from "./staleness.ts";

/** What an image of a chain would be built from now. */
export interface LinkSources {
  /** The same text as long as no source was written to: cheaper than the fingerprint, which reads them all. */
  readonly identity: string;
  readonly fingerprint: () => Fingerprint;
  readonly times: SourceTimes;
  /** What the last build by Paddock was made from. */
  readonly recorded: Fingerprint | undefined;
}

/** Looks at the sources of a link, without reading what is in its context files. */
export function readSources(
  host: AuthoritiesHost,
  link: Link,
  images: ImagesByName,
  request: BuildRequest,
): LinkSources {
  const { profile } = link;
  const recorded = readRecord(host, profile.tag)?.fingerprint;
  const authorities = authoritiesFor(host, link, request);
  const files = contextFiles(host.files, profile.directory);
  const texts = {
    containerfile: profile.text,
    buildArguments: declaredArgumentsFor(host, link, request),
    bases: baseIds(link, images, recorded),
  };
  const versions = files.map(({ path, version }) => [path, version]);
  return {
    identity: JSON.stringify([texts, versions, authorities?.version]),
    fingerprint: once(() => fingerprint({ ...texts, files, authorities: authorities?.digest })),
    times: {
      containerfile: host.files.facts(profile.containerfile)?.modifiedAt ?? new Date(0),
      files: Object.fromEntries(files.map((file) => [file.path, file.modifiedAt])),
      bases: Object.fromEntries(
        link.bases.map((name) => [name, new Date(images.get(name)?.createdAt ?? 0)]),
      ),
    },
    recorded,
  };
}

// A base that is no longer there (pruned, or never pulled) has not changed: the image on it still has its layers.
function baseIds(
  link: Link,
  images: ImagesByName,
  recorded: Fingerprint | undefined,
): Record<string, string> {
  return Object.fromEntries(
    link.bases.map((name) => [name, images.get(name)?.id ?? recorded?.[`base ${name}`] ?? ""]),
  );
}
