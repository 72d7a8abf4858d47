import type { Test } from "tap";
import { idOf, inspectCall, VERSION_CALL } from "./fake-podman.ts";
import type { FakeCall, FakeImage, FakePodman } from "./fake-podman.ts";
import { testWorld } from "./host-for-tests.ts";
import type { World, WorldOptions } from "./host-for-tests.ts";

export const NODE = "docker.io/library/node:24";
export const BASE = "localhost/paddock-base:latest";
export const DEFAULT = "localhost/paddock:latest";

/** The run label of the default profile in tests, as the image has it. */
export const LABEL =
  "podman run --rm -it --pull=never --http-proxy=false --hostname box " +
  "-v '$HOME/.local/share/paddock/homes/default:/home/ai' -v '$PWD:/work' --workdir /work localhost/paddock:latest";

/** A base and a default profile built on it. */
export const PROFILES = {
  "shipped/base/Containerfile": `FROM ${NODE}\nARG COLOUR=blue\nARG PADDOCK_CA_SHA256=\nCOPY entrypoint.sh /\n`,
  "shipped/base/entrypoint.sh": "#!/bin/sh\n",
  "shipped/default/Containerfile": `FROM ${BASE}\nLABEL run="${LABEL.replaceAll("$", "\\$")}"\n`,
};

export const NODE_IMAGE: FakeImage = { id: idOf("a") };

/** The base as the last `podman build` of it left it. */
export function baseImage(digit = "b", labels: Readonly<Record<string, string>> = {}): FakeImage {
  return { id: idOf(digit), labels: { "paddock.stamp": `@STAMP(${BASE})@`, ...labels } };
}

/** The default image as the last `podman build` of it left it. */
export function defaultImage(
  digit = "d",
  labels: Readonly<Record<string, string>> = {},
): FakeImage {
  return {
    id: idOf(digit),
    labels: { run: LABEL, "paddock.stamp": `@STAMP(${DEFAULT})@`, ...labels },
  };
}

export interface Images {
  readonly node?: FakeImage;
  readonly base?: FakeImage;
  readonly default?: FakeImage;
}

/** One look at all images of the default profile. */
export function lookCall(podman: FakePodman, images: Images): FakeCall {
  return inspectCall(podman, {
    [NODE]: images.node,
    [BASE]: images.base,
    [DEFAULT]: images.default,
  });
}

export interface BuildCall {
  /** `base`, `default`, or another profile's folder below the root. */
  readonly profile: string;
  readonly tag?: string;
  readonly folder?: string;
  /** Words between `--pull=never` and the labels. */
  readonly words?: readonly string[];
}

/** `podman build` of a profile; it changes Podman's list of images. */
export function buildCall(world: World, build: BuildCall): FakeCall {
  const folder = `${world.root}/${build.folder ?? `shipped/${build.profile}`}`;
  return {
    argv: [
      "build",
      "--pull=never",
      ...(build.words ?? []),
      "--label",
      `paddock.profile=${build.profile}`,
      "--label",
      "/^paddock\\.stamp=[0-9a-f]{64}$/",
      "--tag",
      build.tag ?? (build.profile === "base" ? BASE : DEFAULT),
      "--file",
      `${folder}/Containerfile`,
      folder,
    ],
    stdout: "STEP 1/2: FROM x\nSTEP 2/2: LABEL y\n",
    imageList: world.podman.imageList,
  };
}

/** What the first `build` of the default profile asks, after `--version`: a look, a look under the lock, and each build with a look after it. */
export function firstBuildCalls(world: World): readonly FakeCall[] {
  const { podman } = world;
  const built = { node: NODE_IMAGE, base: baseImage() };
  return [
    lookCall(podman, { node: NODE_IMAGE }),
    lookCall(podman, { node: NODE_IMAGE }),
    buildCall(world, { profile: "base" }),
    lookCall(podman, built),
    buildCall(world, { profile: "default" }),
    lookCall(podman, { ...built, default: defaultImage() }),
  ];
}

/** Images that were built by hand after every source, and carry the label. */
export const BY_HAND = {
  node: NODE_IMAGE,
  base: { id: idOf("b") },
  default: { id: idOf("d"), labels: { run: LABEL } },
} satisfies Images;

/** A world in which the images of the default profile are fresh, and Podman is asked for them once. */
export function freshWorld(t: Test, options: WorldOptions = {}): World {
  const world = testWorld(t, { ...options, files: { ...PROFILES, ...options.files } });
  world.podman.expect(VERSION_CALL, lookCall(world.podman, BY_HAND));
  return world;
}
