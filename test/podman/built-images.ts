import { execa } from "execa";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sample } from "./random-containerfile.ts";

const PODMAN = process.env["PADDOCK_PODMAN"] ?? "podman";
const BUILDS_AT_ONCE = 2;
/** Podman slows down with every image it keeps, so they are read and removed in between. */
const BATCH = 60;

/** Labels and environment of an image in Podman's storage. */
export interface Stored {
  readonly labels: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** What Podman made of a Containerfile. */
export type Outcome =
  | { readonly kind: "stored"; readonly stored: Stored }
  | { readonly kind: "refused"; readonly reason: string };

interface InspectedImage {
  readonly Id: string;
  readonly Labels: Readonly<Record<string, string>> | null;
  readonly Config: { readonly Env?: readonly string[] };
}

type Build = { readonly id: string } | { readonly reason: string };

/** Builds files in a folder of its own and reads back what was stored. */
export class Builder {
  readonly #folder: string;
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Builds and keeps one image; gives what it holds. */
  async makeBase(name: string, text: string): Promise<Stored> {
    await mkdir(join(this.#folder, "context"), { recursive: true });
    await execa(PODMAN, [...(await this.#words(text)), "-t", name, this.#context], {
      stdin: "ignore",
    });
    const [stored] = (await inspected([name])).values();
    if (stored === undefined) throw new Error("the base image was not stored");
    return stored;
  }

  /** Builds every sample, two at once, and leaves no image behind. */
  async outcomes(samples: readonly Sample[], base: string): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (let at = 0; at < samples.length; at += BATCH) {
      const builds = await this.#buildAll(samples.slice(at, at + BATCH));
      const ids = builds.flatMap((build) => ("id" in build ? [build.id] : []));
      const stored = await inspected([...ids, base]);
      for (const build of builds) {
        if ("reason" in build) outcomes.push({ kind: "refused", reason: build.reason });
        else
          outcomes.push({
            kind: "stored",
            stored: stored.get(build.id) ?? { labels: {}, environment: {} },
          });
      }
      // A file that adds nothing to its base has the base's own id, which stays.
      const kept = [...stored.keys()].at(-1);
      await remove(ids.filter((id) => id !== kept));
    }
    return outcomes;
  }

  async clean(base: string): Promise<void> {
    await remove([base]);
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #context(): string {
    return join(this.#folder, "context");
  }

  async #words(text: string): Promise<string[]> {
    this.#count += 1;
    const file = join(this.#folder, `${String(this.#count)}.containerfile`);
    await writeFile(file, text);
    return ["build", "-q", "--layers=false", "--pull=never", "-f", file];
  }

  async #buildAll(samples: readonly Sample[]): Promise<Build[]> {
    const builds: Build[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < samples.length) {
        const index = next;
        next += 1;
        const one = samples[index];
        if (one !== undefined) builds[index] = await this.#build(one);
      }
    };
    await Promise.all(Array.from({ length: BUILDS_AT_ONCE }, work));
    return builds;
  }

  async #build({ text, buildArgs, target }: Sample): Promise<Build> {
    const options = Object.entries(buildArgs).flatMap(([name, value]) => [
      "--build-arg",
      `${name}=${value}`,
    ]);
    if (target !== undefined) options.push("--target", target);
    const words = [...(await this.#words(text)), ...options, this.#context];
    const { stdout, stderr, exitCode } = await execa(PODMAN, words, {
      reject: false,
      stdin: "ignore",
    });
    if (exitCode === undefined) throw new Error(`${PODMAN} did not run`);
    if (exitCode !== 0) return { reason: stderr.trim().split("\n").at(-1) ?? "" };
    return { id: stdout.trim().split("\n").at(-1) ?? "" };
  }
}

async function inspected(names: readonly string[]): Promise<Map<string, Stored>> {
  const { stdout } = await execa(PODMAN, ["image", "inspect", ...names]);
  const found = new Map<string, Stored>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Podman's own answer; a wrong shape fails the comparison.
  for (const image of JSON.parse(stdout) as InspectedImage[]) {
    const { "io.buildah.version": _, ...labels } = image.Labels ?? {};
    const environment = (image.Config.Env ?? []).map((entry): [string, string] => {
      const equals = entry.indexOf("=");
      return [entry.slice(0, equals), entry.slice(equals + 1)];
    });
    found.delete(image.Id);
    found.set(image.Id, { labels, environment: Object.fromEntries(environment) });
  }
  return found;
}

async function remove(names: readonly string[]): Promise<void> {
  if (names.length > 0) await execa(PODMAN, ["rmi", "-f", ...names], { reject: false });
}
