import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** One call that the fake podman is to be asked, and what it answers (see fixtures/fake-podman). */
export interface FakeCall {
  /** Without the program; a word written as `/^...$/` is a pattern. */
  readonly argv: readonly string[];
  readonly stdout?: string;
  readonly stderr?: string;
  readonly status?: number;
  readonly signal?: string;
  /** Podman's list of images, which this call changes. */
  readonly imageList?: string;
  /** The answer comes once this file is there. */
  readonly waitFor?: string;
}

/** A podman of a test's own. */
export interface FakePodman {
  readonly path: string;
  /** Podman's own list of images. */
  readonly imageList: string;
  /** Adds calls after those foreseen so far. */
  readonly expect: (...calls: readonly FakeCall[]) => void;
  /** Every call so far, in order, foreseen or not. */
  readonly calls: () => readonly (readonly string[])[];
  /** What went wrong: calls that were not foreseen, calls that did not come. */
  readonly complaints: () => readonly string[];
}

const PROGRAM = fileURLToPath(new URL("fixtures/fake-podman", import.meta.url));

function writeCall(folder: string, call: FakeCall): void {
  mkdirSync(folder);
  const files = {
    stdout: call.stdout ?? "",
    stderr: call.stderr ?? "",
    status: String(call.status ?? 0),
    signal: call.signal?.replace(/^SIG/, ""),
    touches: call.imageList,
    "wait-for": call.waitFor,
    argv: call.argv.map((word) => `${word}\0`).join(""),
  };
  for (const [name, text] of Object.entries(files)) {
    if (text !== undefined) writeFileSync(`${folder}/${name}`, text);
  }
}

/** Puts a fake podman in a folder that exists. */
export function fakePodman(folder: string, imageList: string): FakePodman {
  const path = `${folder}/podman`;
  symlinkSync(PROGRAM, path);
  const foreseen: FakeCall[] = [];
  const names = (prefix: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.startsWith(prefix))
      .toSorted((a, b) => Number(a.slice(prefix.length)) - Number(b.slice(prefix.length)));
  const calls = (): string[][] =>
    names("call-").map((name) =>
      readFileSync(`${folder}/${name}/argv`, "utf8").split("\0").slice(0, -1),
    );
  return {
    path,
    imageList,
    calls,
    expect: (...more) => {
      for (const call of more) writeCall(`${folder}/expect-${foreseen.push(call) - 1}`, call);
    },
    complaints: () => [
      ...names("refused-").map(
        (name) => `not foreseen: ${readFileSync(`${folder}/${name}`, "utf8")}`,
      ),
      ...foreseen.slice(calls().length).map(({ argv }) => `did not come: ${JSON.stringify(argv)}`),
    ],
  };
}

/** An image as `podman image inspect` of 5.4.2 describes it, as far as Paddock reads it. */
export interface FakeImage {
  readonly id: string;
  readonly names?: readonly string[];
  readonly created?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly env?: readonly string[];
}

/** An image id: 64 times the digit. */
export function idOf(digit: string): string {
  return digit.repeat(64);
}

/** `podman image inspect NAMES`; `undefined` stands for an image that is not there. Recorded from Podman 5.4.2, shortened. */
export function inspectCall(
  podman: Pick<FakePodman, "imageList">,
  images: Readonly<Record<string, FakeImage | undefined>>,
): FakeCall {
  const upper = podman.imageList.replace("/overlay-images/images.json", "/overlay/abc/diff");
  const found = Object.entries(images).flatMap(([name, image]) =>
    image === undefined
      ? []
      : [
          {
            Id: image.id,
            RepoTags: image.names ?? [name],
            Created: image.created ?? "2026-01-01T12:00:00.123456789Z",
            Config: { Env: image.env ?? ["PATH=/usr/bin"], Labels: image.labels ?? null },
            GraphDriver: { Name: "overlay", Data: { UpperDir: upper } },
          },
        ],
  );
  const absent = Object.keys(images).filter((name) => images[name] === undefined);
  return {
    argv: ["image", "inspect", ...Object.keys(images)],
    stdout: `${JSON.stringify(found, undefined, 5)}\n`,
    // The last complaint has the prefix, as Podman writes them.
    stderr: absent
      .map((name, at) => `${at === absent.length - 1 ? "Error: " : ""}${name}: image not known\n`)
      .join(""),
    status: absent.length > 0 ? 125 : 0,
  };
}

/** `podman --version`. */
export const VERSION_CALL: FakeCall = { argv: ["--version"], stdout: "podman version 5.4.2\n" };
