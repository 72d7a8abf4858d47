import tap from "tap";
import { inFile, profileChain } from "../../lib/image/chain.ts";
import { PaddockError } from "../../lib/errors.ts";
import { testWorld } from "../host-for-tests.ts";
import { BASE, DEFAULT, NODE, PROFILES } from "../profiles-for-tests.ts";

const NONE = { buildArguments: () => ({}) };
const own = "home/.config/paddock/profiles";

tap.test("the lowest first, each once", (t) => {
  const { host } = testWorld(t, {
    files: {
      ...PROFILES,
      [`${own}/mine/Containerfile`]: `FROM ${DEFAULT} AS tools\nFROM ${BASE}\nCOPY --from=tools /x /x\n`,
    },
  });
  const chain = profileChain(host, "mine", NONE);
  t.same(
    chain.map(({ profile, base, bases }) => [profile.name, base, bases]),
    [
      ["base", NODE, [NODE]],
      ["default", BASE, [BASE]],
      ["mine", BASE, [BASE, DEFAULT]],
    ],
  );
  t.same([...(chain[0]?.declared ?? [])], ["COLOUR", "PADDOCK_CA_SHA256"]);
  t.end();
});

const spellings: readonly [from: string, tag: string][] = [
  ["paddock-base", BASE],
  ["localhost/paddock-base", BASE],
  ["paddock-base:latest", BASE],
];
for (const [from, tag] of spellings) {
  tap.test(`FROM ${from} is ${tag}`, (t) => {
    const { host } = testWorld(t, {
      files: { ...PROFILES, [`${own}/mine/Containerfile`]: `FROM ${from}\n` },
    });
    t.same(
      profileChain(host, "mine", NONE).map(({ profile }) => profile.tag),
      [BASE, "localhost/paddock:mine"],
    );
    t.equal(profileChain(host, "mine", NONE).at(-1)?.base, tag);
    t.end();
  });
}

tap.test("a build argument can choose the base", (t) => {
  const { host } = testWorld(t, {
    files: { [`${own}/mine/Containerfile`]: "ARG B=one\nFROM ${B}\n" },
  });
  t.equal(profileChain(host, "mine", NONE)[0]?.base, "one");
  const chosen = profileChain(host, "mine", { buildArguments: () => ({ B: "two" }) });
  t.equal(chosen[0]?.base, "two");
  t.end();
});

tap.test("C20 a circle is refused", (t) => {
  const { host } = testWorld(t, {
    files: {
      [`${own}/a/Containerfile`]: "FROM localhost/paddock:b\n",
      [`${own}/b/Containerfile`]: "FROM localhost/paddock:a\n",
    },
  });
  t.throws(() => profileChain(host, "a", NONE), {
    code: "containerfile-invalid",
    message:
      "Profiles are built on each other in a circle: localhost/paddock:a -> localhost/paddock:b -> localhost/paddock:a",
  });
  t.end();
});

tap.test("latest that is built on default is a circle too: both have one tag", (t) => {
  const { host } = testWorld(t, {
    files: { ...PROFILES, [`${own}/latest/Containerfile`]: `FROM ${DEFAULT}\n` },
  });
  t.throws(() => profileChain(host, "latest", NONE), { code: "containerfile-invalid" });
  t.end();
});

tap.test("a base of ours that is no profile is unknown, never pulled", (t) => {
  const { host } = testWorld(t, {
    files: { [`${own}/a/Containerfile`]: "FROM localhost/paddock:gone\n" },
  });
  t.throws(() => profileChain(host, "a", NONE), { code: "profile-unknown" });
  t.end();
});

tap.test("an error in a Containerfile names the file", (t) => {
  const { host, root } = testWorld(t, { files: { [`${own}/a/Containerfile`]: "FROM\n" } });
  t.throws(() => profileChain(host, "a", NONE), {
    code: "containerfile-invalid",
    message: new RegExp(`^${root}/${own}/a/Containerfile: `),
  });
  t.throws(
    () =>
      inFile("x", () => {
        throw new TypeError("boom");
      }),
    new TypeError("boom"),
  );
  t.throws(
    () =>
      inFile("x", () => {
        throw new PaddockError("label-invalid", "bad", { fix: "mend" });
      }),
    { code: "label-invalid", message: "x: bad", fix: "mend" },
  );
  t.end();
});
