import t from "tap";
import { UNKNOWN_BASE } from "../../../../lib/check/subject.ts";
import { labelLine, quietFile, rows, TAG } from "../../subject-for-tests.ts";

/** What is added to a quiet krun launch, and what is found, without its place. */
const WORDS: readonly (readonly [words: string, found: readonly string[]])[] = [
  ["--tmpfs /tmp:rw", []],
  ["--init", ["error krun-init --init"]],
  ["--health-cmd true", ["warning krun-exec --health-cmd true"]],
  ["--tmpfs /tmp:rw,size=1g", ["warning krun-tmpfs-size --tmpfs /tmp:rw,size=1g"]],
  [
    "--mount type=tmpfs,dst=/tmp,tmpfs-size=1g",
    ["warning krun-tmpfs-size --mount type=tmpfs,dst=/tmp,tmpfs-size=1g"],
  ],
  ["--tmpfs /tmp --tmpfs /run", ["error krun-second-tmpfs --tmpfs /tmp"]],
  ["--tmpfs /tmp --read-only-tmpfs", ["error krun-second-tmpfs --read-only"]],
  ["--annotation krun.use_passt=1", []],
  ["--annotation krun.use_passt=0 --network pasta:-T,80", []],
  ["--annotation krun.use_passt=1 --network bridge", ["error passt-network --network bridge"]],
  [
    "--annotation krun.use_passt=1 --network pasta:-T,8080",
    ["error passt-allowlist --annotation krun.use_passt=1"],
  ],
  [
    "--annotation krun.use_passt=1 --network pasta:--tcp-ns,8080",
    ["error passt-allowlist --annotation krun.use_passt=1"],
  ],
  ["--entrypoint /bin/sh", ["warning entrypoint-root --entrypoint /bin/sh"]],
  ["--entrypoint setpriv", []],
];
for (const [words, found] of WORDS) {
  t.test(`krun with ${words}`, async (test) => {
    const all = rows(quietFile(words)).map((row) => row.slice(row.indexOf(" ") + 1));
    test.strictSame(all, found);
  });
}

t.test("a label that uses podman exec", async (test) => {
  const text = `${quietFile()}LABEL exec="podman exec -it x sh"\n`;
  test.strictSame(rows(text), ["4:7 warning krun-exec exec"]);
  const crun = text.replace("--runtime krun", "--runtime crun");
  test.notOk(rows(crun).some((row) => row.includes("krun-exec")));
});

t.test("an allowlist beside passt", async (test) => {
  const closed = "pasta:-T,3128:0$OPT1,--outbound-if4,lo,-I,tap0,-a,198.18.0.1,-n,32,-4,--no-udp";
  const list = 'LABEL paddock.egress="a.example"\n';
  const text = (more: string) =>
    `${quietFile(more).replace("--network pasta", `--network ${closed.replace("$", "\\$")}`)}${list}`;
  test.strictSame(rows(text("")), []);
  test.match(rows(text("--annotation krun.use_passt=1")), [
    /^3:\d+ error egress --annotation krun.use_passt=1$/,
  ]);
  test.match(rows(`${quietFile()}${list}`), [/^3:\d+ error egress --network pasta$/]);
  test.strictSame(rows(text("").replace("a.example", "a_b")), ["4:7 error egress paddock.egress"]);
  test.match(rows(text("").replace(list, "")), [/error hidden-option/]);
});

t.test("annotations of krun under another runtime", async (test) => {
  const words = "--memory=1g --annotation other=1";
  const found = rows(quietFile(words).replace("--runtime krun", "--runtime crun"));
  test.match(found, [
    /warning runtime --runtime crun$/,
    /warning krun-annotation --annotation krun.ram_mib=8192$/,
  ]);
  test.equal(found.length, 2);
});

const SCRIPT = 'FROM scratch\nCOPY start.sh /usr/bin/\nENTRYPOINT ["/usr/bin/start.sh"]\n';
const LAUNCH = quietFile().split("\n")[2] ?? "";

function read(script: string): (path: string) => string | undefined {
  return (path) => (path === "start.sh" ? script : undefined);
}

t.test("the entrypoint's script is read", async (test) => {
  const text = `${SCRIPT}${LAUNCH}\n`;
  const drops = { readContext: read('exec setpriv --reuid ai "$@"') };
  test.strictSame(rows(text, drops), []);
  const other = text.replace("COPY", "COPY --from=docker.io/library/x");
  test.strictSame(rows(other, drops), ["4:28 warning entrypoint-root --runtime krun"]);
  const stays = { readContext: read('exec "$@"') };
  test.strictSame(rows(text, stays), ["4:28 warning entrypoint-root --runtime krun"]);
});

t.test("the inherited entrypoint counts, and an unknown one is a warning", async (test) => {
  const text = `FROM x\n${LAUNCH}\n`;
  const found = ["2:28 warning entrypoint-root --runtime krun"];
  test.strictSame(rows(text, { base: UNKNOWN_BASE }), found);
  const inherited = { words: ["/e"], script: "gosu ai" };
  test.strictSame(rows(text, { base: { ...UNKNOWN_BASE, entrypoint: inherited } }), []);
  test.strictSame(rows(`FROM x\nENTRYPOINT exec su-exec ai sh\n${LAUNCH}\n`), []);
});

t.test("crun needs no entrypoint that drops", async (test) => {
  const text = `FROM scratch\n${labelLine(`podman run --runtime crun ${TAG}`)}`;
  test.notOk(rows(text).some((row) => row.includes("entrypoint-root")));
});
