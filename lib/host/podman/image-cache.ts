import { isJsonObject, readJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import type { Host } from "../host.ts";
import { isImageFacts } from "./image-facts.ts";
import type { ImageFacts } from "./image-facts.ts";
import { inspectImages } from "./podman.ts";
import type { ImagesByName } from "./podman.ts";

/**
 * What Podman said of images, kept as long as its own list of images (images.json of containers-storage, rewritten at
 * every build, tag and removal) is the same file. So a fresh launch starts no podman but the one that it is about.
 */
interface Remembered {
  readonly key: string;
  readonly list: string;
  readonly version: string;
  readonly images: Readonly<Record<string, ImageFacts | null>>;
}

function cachePath(host: Host): string {
  return `${host.settings.cacheDirectory}/images.json`;
}

function keyOf(host: Host, podman: string): string {
  return JSON.stringify([podman, host.settings.uid, host.settings.storageVariables]);
}

// A cache that cannot be read is a cache that is not there.
function recall(host: Host, key: string): Remembered | undefined {
  const remembered = readJsonObject(host.files.readText(cachePath(host)));
  return isRemembered(remembered) && remembered.key === key ? remembered : undefined;
}

function isRemembered(value: JsonObject | undefined): value is JsonObject & Remembered {
  return (
    value !== undefined &&
    typeof value["key"] === "string" &&
    typeof value["list"] === "string" &&
    typeof value["version"] === "string" &&
    isJsonObject(value["images"]) &&
    Object.values(value["images"]).every((image) => image === null || isImageFacts(image))
  );
}

// A list that the user may not write belongs to a read-only store: the one that changes is another.
function listOf(host: Host, images: ImagesByName): string | undefined {
  const [list, ...others] = new Set([...images.values()].flatMap((image) => image?.list ?? []));
  return list !== undefined && others.length === 0 && host.files.may(list, "write")
    ? list
    : undefined;
}

function answerFromMemory(
  remembered: Remembered,
  names: readonly string[],
): ImagesByName | undefined {
  if (names.some((name) => remembered.images[name] === undefined)) return undefined;
  return new Map(names.map((name) => [name, remembered.images[name] ?? undefined]));
}

/** Local images by name, from memory when Podman's list of images has not changed since, else from one podman process. */
export async function lookUpImages(
  host: Host,
  podman: string,
  names: readonly string[],
): Promise<ImagesByName> {
  const key = keyOf(host, podman);
  const remembered = recall(host, key);
  const version = remembered && host.files.facts(remembered.list)?.version;
  const current = remembered && version === remembered.version ? remembered : undefined;
  const known = current && answerFromMemory(current, names);
  if (known) return known;

  const startedAt = host.now();
  const images = await inspectImages(host, podman, names);
  const list = listOf(host, images);
  const facts = list === undefined ? undefined : host.files.facts(list);
  // A list that changed since the question was asked may say more than the answer does: it is not remembered.
  if (list !== undefined && facts !== undefined && facts.modifiedAt < startedAt) {
    const older = current?.list === list ? current.images : {};
    const asked = Object.fromEntries([...images].map(([name, image]) => [name, image ?? null]));
    host.files.makePrivateDirectory(host.settings.cacheDirectory);
    const next: Remembered = {
      key,
      list,
      version: facts.version,
      images: { ...older, ...asked },
    };
    host.files.writeWhole(cachePath(host), JSON.stringify(next));
  }
  return images;
}
