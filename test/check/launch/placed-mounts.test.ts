import t from "tap";
import { checkContainerfile } from "../../../lib/check/check-containerfile.ts";
import { quietFile, rows, subject } from "../subject-for-tests.ts";

const WORDS: readonly (readonly [words: string, found: readonly string[], fix?: string])[] = [
  ["-v /srv/x:/x:ro,z,noexec,rslave", []],
  ["-v /srv/x:/x:or", ["error mount-option or"], "Did you mean ro?"],
  ["-v /srv/x:/x:ro,nosiud", ["error mount-option nosiud"], "Did you mean nosuid?"],
  ["-v /srv/or:/x:or", ["error mount-option or"]],
  ["--volume=/srv/x:/x:ro,nosiud", ["error mount-option nosiud"]],
  ["--tmpfs /tmp:rw,noexce", ["error mount-option noexce"], "Did you mean noexec?"],
  ["--tmpfs /tmp:rw,mode=1777,uid=1000", []],
  [
    "--mount type=bind,src=/srv/x,dst=/x,readnoly",
    ["error mount-option readnoly"],
    "Did you mean readonly?",
  ],
  [
    "--mount type=bind,sorce=/srv/x,dst=/x",
    [
      "error mount-option sorce=/srv/x",
      // Podman mounts the same path of the host where no source is named.
    ],
    "Did you mean source?",
  ],
  [
    "--mount type=bind,src=/srv/x,destinaton=/x",
    ["error mount-option destinaton=/x"],
    "Did you mean destination?",
  ],
  [
    "--mount type=bind,src=/srv/x,dst=/x,Z",
    ["error mount-option Z"],
    "Did you mean relabel=private?",
  ],
  ["--mount type=bind,src=/srv/x", ["error mount-value type=bind,src=/srv/x"]],
  ["--mount type=none,dst=/x", ["error mount-value type=none,dst=/x"]],
  ["-v /srv/x:x", ["error mount-value /srv/x:x"]],
  // What is left of a mount is judged all the same.
  ["-v /:/x:ro,nosiud", ["error mount-root -v /:/x:ro,nosiud", "error mount-option nosiud"]],
];
for (const [words, found, fix] of WORDS) {
  t.test(words, async (test) => {
    const text = quietFile(words);
    test.strictSame(
      rows(text).map((row) => row.slice(row.indexOf(" ") + 1)),
      found,
    );
    const option = checkContainerfile(subject(text)).find(({ rule }) => rule === "mount-option");
    if (fix !== undefined) test.equal(option?.fix, fix);
  });
}
