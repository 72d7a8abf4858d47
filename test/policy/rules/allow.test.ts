import t from "tap";
import { parseAllow } from "../../../lib/policy/rules/allow.ts";

const READ: readonly (readonly [text: string, words: readonly string[]])[] = [
  ["", []],
  [" , ", []],
  ["privileged", ["privileged"]],
  [
    "privileged cap-add=NET_ADMIN device=/dev/fuse mount=/some/dir network=host",
    ["privileged", "cap-add=NET_ADMIN", "device=/dev/fuse", "mount=/some/dir", "network=host"],
  ],
  ["cap-add=cap_net_admin,env-host\n pid=host", ["cap-add=NET_ADMIN", "env-host", "pid=host"]],
  ["security-opt=seccomp:unconfined", ["security-opt=seccomp=unconfined"]],
  ["device=nvidia.com/gpu=all", ["device=nvidia.com/gpu=all"]],
];
for (const [text, words] of READ) {
  t.test(`reads ${JSON.stringify(text)}`, async (test) => {
    test.same([...parseAllow(text)], words);
  });
}

for (const text of [
  "everything",
  "privileged=true",
  "cap-add",
  "mount=",
  "image=x",
  "constructor",
  "Privileged",
  "--privileged",
]) {
  t.test(`refuses ${text}`, async (test) => {
    test.throws(() => parseAllow(text), {
      code: "label-invalid",
      fix: /mount=\.\.\..*network=.*privileged,/,
    });
  });
}
