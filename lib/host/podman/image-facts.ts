import { isJsonObject, isTextMap } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";

/** What Podman knows of a local image, as far as Paddock needs it. */
export interface ImageFacts {
  /** 64 hex digits. */
  readonly id: string;
  readonly createdAt: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  /** The file in which containers-storage lists the images beside this one; undefined for a driver that does not tell. */
  readonly list: string | undefined;
}

/** Whether something read back from a file is what `parseImageInspect` made. */
export function isImageFacts(value: unknown): value is ImageFacts {
  return (
    isJsonObject(value) &&
    typeof value["id"] === "string" &&
    typeof value["createdAt"] === "string" &&
    isTextMap(value["labels"]) &&
    isTextMap(value["environment"]) &&
    Array.isArray(value["names"])
  );
}

function environmentOf(entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    entries.map((entry) => {
      const equals = entry.indexOf("=");
      return equals < 0 ? [entry, ""] : [entry.slice(0, equals), entry.slice(equals + 1)];
    }),
  );
}

// containers-storage keeps layers in ROOT/DRIVER/ID/... and its list of images in ROOT/DRIVER-images/images.json.
function listOf(image: JsonObject): string | undefined {
  const graph = isJsonObject(image["GraphDriver"]) ? image["GraphDriver"] : {};
  const { Name: driver, Data: data } = graph;
  const layer = isJsonObject(data) ? data["UpperDir"] : undefined;
  if (typeof driver !== "string" || typeof layer !== "string") return undefined;
  const end = layer.lastIndexOf(`/${driver}/`);
  return end < 0 ? undefined : `${layer.slice(0, end)}/${driver}-images/images.json`;
}

function toFacts(image: unknown): ImageFacts | undefined {
  if (!isJsonObject(image)) return undefined;
  const { Id: id, Created: createdAt, RepoTags: names } = image;
  const config = isJsonObject(image["Config"]) ? image["Config"] : {};
  const labels = config["Labels"] ?? {};
  if (typeof id !== "string" || !/^[0-9a-f]{64}$/.test(id) || typeof createdAt !== "string") {
    return undefined;
  }
  if (!isTextMap(labels)) return undefined;
  return {
    id,
    createdAt,
    labels,
    environment: environmentOf(texts(config["Env"])),
    names: texts(names),
    list: listOf(image),
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

/** Reads the answer of `podman image inspect`; undefined when it is not that. */
export function parseImageInspect(text: string): readonly ImageFacts[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed)) return undefined;
  const images = parsed.map(toFacts);
  return images.every((image) => image !== undefined) ? images : undefined;
}
