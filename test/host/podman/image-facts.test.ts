import t from "tap";
import { parseImageInspect } from "../../../lib/host/podman/image-facts.ts";

const ID = "c".repeat(64);
// Recorded from Podman 5.4.2, shortened.
const recorded = {
  Id: ID,
  Digest: "sha256:8b1b2429407662026cbff54dc55cb073298ee45f48e251237a93eb542ee1f135",
  RepoTags: ["localhost/paddock:latest"],
  Created: "2026-11-29T21:18:23.111171111Z",
  Config: { Env: ["PATH=/usr/bin", "A=b=c", "EMPTY="], WorkingDir: "/", Labels: { a: "b" } },
  GraphDriver: {
    Name: "overlay",
    Data: { UpperDir: "/home/ann/.local/share/containers/storage/overlay/abc/diff" },
  },
};
const facts = {
  id: ID,
  createdAt: "2026-11-29T21:18:23.111171111Z",
  labels: { a: "b" },
  environment: { PATH: "/usr/bin", A: "b=c", EMPTY: "" },
  names: ["localhost/paddock:latest"],
  list: "/home/ann/.local/share/containers/storage/overlay-images/images.json",
};

const rows: readonly [name: string, answer: unknown, read: unknown][] = [
  ["one image", [recorded], [facts]],
  ["none", [], []],
  [
    "no layers: UpperDir without an id",
    [{ ...recorded, GraphDriver: { Name: "overlay", Data: { UpperDir: "/s/overlay/diff" } } }],
    [{ ...facts, list: "/s/overlay-images/images.json" }],
  ],
  [
    "a driver that does not tell",
    [{ ...recorded, GraphDriver: { Name: "vfs", Data: null } }],
    [{ ...facts, list: undefined }],
  ],
  [
    "a storage in a folder of the driver's name",
    [
      {
        ...recorded,
        GraphDriver: { Name: "overlay", Data: { UpperDir: "/x/overlay/s/overlay/abc/diff" } },
      },
    ],
    [{ ...facts, list: "/x/overlay/s/overlay-images/images.json" }],
  ],
  [
    "nulls",
    [{ ...recorded, RepoTags: null, Config: { Labels: null, Env: null } }],
    [{ ...facts, names: [], labels: {}, environment: {} }],
  ],
  [
    "no config at all",
    [{ Id: ID, Created: facts.createdAt }],
    [{ ...facts, names: [], labels: {}, environment: {}, list: undefined }],
  ],
  ["a short id", [{ ...recorded, Id: "abc" }], undefined],
  ["no id", [{ Created: facts.createdAt }], undefined],
  ["no date", [{ Id: ID }], undefined],
  ["a label that is no text", [{ ...recorded, Config: { Labels: { a: 1 } } }], undefined],
  ["one of two is none", [recorded, null], undefined],
  ["no list", recorded, undefined],
  ["null", null, undefined],
];
for (const [name, answer, read] of rows)
  t.same(parseImageInspect(JSON.stringify(answer)), read, name);
for (const text of ["", "[", "Error: x"])
  t.equal(parseImageInspect(text), undefined, JSON.stringify(text));
