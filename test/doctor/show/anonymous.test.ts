import tap from "tap";
import { anonymous } from "../../../lib/doctor/show/anonymous.ts";

const ann = {
  user: "ann",
  home: "/home/ann",
  hostName: "anns-laptop.example.org",
  workspace: "/home/ann/secret-client",
};

const rows: readonly [text: string, expected: string][] = [
  ["/home/ann/bin/podman does not start", "HOME/bin/podman does not start"],
  ["mount:/home/ann/secret-client", "mount:WORKSPACE"],
  ["sudo setfacl -m u:ann:rw /dev/kvm", "sudo setfacl -m u:USER:rw /dev/kvm"],
  ["/run/media/ann/disk", "/run/media/USER/disk"],
  ["annotation krun.cpus of Susann", "annotation krun.cpus of Susann"],
  ["lookup anns-laptop.example.org: no such host", "lookup HOST: no such host"],
  ["anns-laptop is away", "HOST is away"],
  ["https://ann:hunter2@registry.test/ answers 401", "https://registry.test/ answers 401"],
  ["//registry.test/:_authToken=npm_0123456789abcdef", "//registry.test/:_authToken=SECRET"],
  ["NPM_TOKEN: s3cr3t", "NPM_TOKEN: SECRET"],
  ["password=hunter2 and more", "password=SECRET and more"],
  ["said ghp_0123456789abcdefABCDEF0123456789abcd", "said SECRET"],
  ["said eyJhbGciOiJIUzI1NiIsInR5cCI6", "said SECRET"],
  ["id 4f5e6d7c8b9a4f5e6d7c8b9a4f5e6d7c", "id SECRET"],
  [
    "passt_0.0~git20250503.587980c-2+deb13u1_amd64 on 5.14.0-611.5.1.el9_7.x86_64",
    "passt_0.0~git20250503.587980c-2+deb13u1_amd64 on 5.14.0-611.5.1.el9_7.x86_64",
  ],
];
for (const [text, expected] of rows) tap.equal(anonymous(text, ann), expected, text);

tap.equal(
  anonymous("/root/x on localhost by a.b", {
    user: "a.b",
    home: "/",
    hostName: "localhost",
    workspace: undefined,
  }),
  "/root/x on localhost by USER",
  "what is too general stays, and a name is no pattern",
);
tap.equal(
  anonymous("axb", { user: "a.b", home: "", hostName: "", workspace: "" }),
  "axb",
  "empty values count for nothing",
);
