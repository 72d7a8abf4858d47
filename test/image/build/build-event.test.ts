import t from "tap";
import { parseStep } from "../../../lib/image/build/build-event.ts";
import type { BuildStep } from "../../../lib/image/build/build-event.ts";

// As Podman 5.4.2 prints them.
const rows: readonly [line: string, step: BuildStep | undefined][] = [
  ["STEP 1/3: FROM scratch", { step: 1, of: 3, text: "FROM scratch" }],
  ["[2/2] STEP 10/12: RUN echo 'a: b'", { step: 10, of: 12, text: "RUN echo 'a: b'" }],
  ["STEP 3/3: ", { step: 3, of: 3, text: "" }],
  ["--> dc9891b60295", undefined],
  [" STEP 1/3: FROM x", undefined],
  ['Error: building at STEP "RUN false": while running runtime: exit status 1', undefined],
  ["", undefined],
];
for (const [line, step] of rows) t.same(parseStep(line), step, line);
