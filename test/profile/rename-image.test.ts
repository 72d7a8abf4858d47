import t from "tap";
import { renameImage } from "../../lib/profile/rename-image.ts";

const RUST = "localhost/paddock:rust";
const MINE = "localhost/paddock:mine";

const renamed: readonly [name: string, before: string, after: string][] = [
  [
    "the image word alone, and not the FROM or a comment of the same text",
    `# ${RUST}\nFROM ${RUST}\nLABEL run="podman run --rm ${RUST}" made="${RUST}"\nUSER ai`,
    `# ${RUST}\nFROM ${RUST}\nLABEL run="podman run --rm ${MINE}" made="${RUST}"\nUSER ai`,
  ],
  [
    "CRLF, a byte order mark, continuations and a command stay as they are",
    `\uFEFFFROM x\r\nLABEL run="podman run \\\r\n  ${RUST} \\\r\n  bash"\r\n`,
    `\uFEFFFROM x\r\nLABEL run="podman run \\\r\n  ${MINE} \\\r\n  bash"\r\n`,
  ],
  [
    "a short name of the image",
    `FROM x\nLABEL RUN='podman run paddock:rust'\n`,
    `FROM x\nLABEL RUN='podman run ${MINE}'\n`,
  ],
  [
    "quotes inside the label and a longer name beside it",
    `FROM x\nLABEL run="podman run -e A=${RUST}-more -v \\"'\\$PWD:/w'\\" '${RUST}'"\n`,
    `FROM x\nLABEL run="podman run -e A=${RUST}-more -v \\"'\\$PWD:/w'\\" '${MINE}'"\n`,
  ],
];
for (const [name, before, after] of renamed) t.equal(renameImage(before, RUST, MINE), after, name);

const refused: readonly [name: string, text: string][] = [
  ["no run label", "FROM x\n"],
  ["two run labels", `FROM x\nLABEL run="podman run ${RUST}" RUN="podman run ${RUST}"\n`],
  ["a blank one", "FROM x\nLABEL run=\n"],
  ["another image", 'FROM x\nLABEL run="podman run localhost/paddock:other"\n'],
  ["the image twice", `FROM x\nLABEL run="podman run ${RUST} ${RUST}"\n`],
  ["IMAGE, which is the first name of the image", 'FROM x\nLABEL run="podman run IMAGE"\n'],
  ["an image in a variable", `FROM x\nARG I=${RUST}\nLABEL run="podman run $I"\n`],
  ["an image in pieces", 'FROM x\nLABEL run="podman run localhost/pad""dock:rust"\n'],
  ["an image that is split", 'FROM x\nLABEL run="podman run localhost/pad\\\ndock:rust"\n'],
  [
    "an image in a variable, and its name in a comment between",
    `FROM x\nARG I=${RUST}\nLABEL run="podman run \\\n# ${RUST}\n$I"\n`,
  ],
];
for (const [name, text] of refused) {
  t.throws(() => renameImage(text, RUST, MINE), { code: "refused" }, name);
}
t.throws(() => renameImage("FROM\n", RUST, MINE), { code: "containerfile-invalid" });
t.throws(() => renameImage('FROM x\nLABEL run="podman \\"run"\n', RUST, MINE), {
  code: "label-invalid",
});
