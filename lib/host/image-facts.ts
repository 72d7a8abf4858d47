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

interface Inspected {
  readonly Id: string;
  readonly Created: string;
  readonly RepoTags?: readonly string[] | null;
  readonly Config?: {
    readonly Labels?: Readonly<Record<string, string>> | null;
    readonly Env?: readonly string[] | null;
  } | null;
  readonly GraphDriver?: {
    readonly Name?: string;
    readonly Data?: Readonly<Record<string, string>> | null;
  };
}

function isInspected(value: unknown): value is Inspected {
  const entry = value as Partial<Inspected> | null;
  return (
    typeof entry === "object" &&
    entry !== null &&
    /^[0-9a-f]{64}$/.test(entry.Id ?? "") &&
    typeof entry.Created === "string"
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
function listOf(image: Inspected): string | undefined {
  const driver = image.GraphDriver?.Name;
  const layer = image.GraphDriver?.Data?.["UpperDir"];
  if (driver === undefined || layer === undefined) return undefined;
  const end = layer.lastIndexOf(`/${driver}/`);
  return end < 0 ? undefined : `${layer.slice(0, end)}/${driver}-images/images.json`;
}

/** Reads the answer of `podman image inspect`; undefined when it is not that. */
export function parseImageInspect(text: string): readonly ImageFacts[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed) || !parsed.every(isInspected)) return undefined;
  return parsed.map((image) => ({
    id: image.Id,
    createdAt: image.Created,
    labels: image.Config?.Labels ?? {},
    environment: environmentOf(image.Config?.Env ?? []),
    names: image.RepoTags ?? [],
    list: listOf(image),
  }));
}
