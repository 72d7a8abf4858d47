import { readFileSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { checkFiles } from "../../../lib/check/files/check-files.ts";
import { initProfile } from "../../../lib/profile/init-profile.ts";
import { writeRecord } from "../../../lib/image/freshness/record.ts";
import type { World } from "../../host-for-tests.ts";
import { testWorld } from "../../host-for-tests.ts";

const OWN = "home/.config/paddock/profiles";
const SETPRIV = '#!/bin/sh\nexec setpriv --reuid ai "$@"\n';
const FILES = {
  "shipped/base/Containerfile":
    'FROM scratch\nCOPY e.sh /\nENV HOME=/home/ai\nENTRYPOINT ["/e.sh"]\n',
  "shipped/base/e.sh": SETPRIV,
  [`${OWN}/mine/Containerfile`]:
    'FROM localhost/paddock-base:latest\nLABEL run="podman run --runtime krun localhost/paddock:mine"\n',
};

async function rulesOf(world: World, profiles: readonly string[], file?: string) {
  const checked = await checkFiles(world.host, { profiles, file, fix: false });
  return checked.map(({ profile, findings }) => [profile, findings.map(({ rule }) => rule)]);
}

t.test("all profiles, base first, without a podman", async (test) => {
  const world = testWorld(test, { files: FILES });
  const [base, mine] = await rulesOf(world, []);
  test.strictSame(base, ["base", ["no-run-label"]]);
  test.equal(mine?.[0], "mine");
  test.notOk(mine?.[1]?.includes("entrypoint-root"), "the base's script drops");
});

t.test("the entrypoint of the base, read in the base's folder", async (test) => {
  const files = { ...FILES, "shipped/base/e.sh": 'exec "$@"\n', [`${OWN}/mine/e.sh`]: SETPRIV };
  const [[, rules] = []] = await rulesOf(testWorld(test, { files }), ["mine"]);
  test.ok(rules?.includes("entrypoint-root"));
});

t.test("a run label of the base is inherited", async (test) => {
  const files = {
    [`${OWN}/below/Containerfile`]: 'FROM scratch\nLABEL run="podman run x"\n',
    [`${OWN}/mine/Containerfile`]: "FROM localhost/paddock:below\n",
  };
  test.strictSame(await rulesOf(testWorld(test, { files }), ["mine"]), [
    ["mine", ["inherited-run-label"]],
  ]);
});

t.test("a base that cannot be read, is not there, or stands on its own child", async (test) => {
  const files = {
    [`${OWN}/broken/Containerfile`]: "FROM\n",
    [`${OWN}/a/Containerfile`]: "FROM localhost/paddock:broken\n",
    [`${OWN}/b/Containerfile`]: "FROM localhost/paddock:gone\n",
    [`${OWN}/c/Containerfile`]: "FROM localhost/paddock:d\n",
    [`${OWN}/d/Containerfile`]: "FROM localhost/paddock:c\n",
  };
  const world = testWorld(test, { files });
  test.strictSame(await rulesOf(world, ["broken", "a", "b", "c"]), [
    ["broken", ["syntax"]],
    ["a", ["base", "no-run-label"]],
    ["b", ["base", "no-run-label"]],
    ["c", ["base", "no-run-label"]],
  ]);
});

t.test("build arguments of the last build count", async (test) => {
  const text = "ARG B=\nFROM scratch\nARG B\nLABEL run=$B\n";
  const world = testWorld(test, { files: { [`${OWN}/mine/Containerfile`]: text } });
  test.strictSame(await rulesOf(world, ["mine"]), [["mine", ["blank-run-label"]]]);
  writeRecord(world.host, "localhost/paddock:mine", {
    fingerprint: {},
    buildArguments: { B: "sh" },
    authorities: undefined,
    rebuiltAt: undefined,
  });
  test.strictSame(await rulesOf(world, ["mine"]), [["mine", ["not-podman-run"]]]);
});

t.test(
  "--file: a profile's file is that profile, also by a link; another file is none",
  async (test) => {
    const world = testWorld(test, {
      files: { ...FILES, "home/project/Containerfile": 'FROM scratch\nLABEL run="podman run x"\n' },
    });
    const own = `${world.root}/${OWN}/mine/Containerfile`;
    symlinkSync(own, `${world.root}/home/project/link`);
    const rulesByFile = async (file: string) => (await rulesOf(world, [], file))[0];
    test.equal((await rulesByFile(own))?.[0], "mine");
    test.equal((await rulesByFile("link"))?.[0], "mine");
    const other = await rulesByFile("Containerfile");
    test.equal(other?.[0], undefined);
    test.notOk(other?.[1]?.includes("image"), "which image is right is not known");
    await test.rejects(rulesByFile("none"), { code: "usage", status: 2 });
    await test.rejects(rulesByFile(world.root), { code: "containerfile-invalid", status: 2 });
    await test.rejects(rulesOf(world, ["none"]), { code: "profile-unknown", status: 2 });
  },
);

t.test("a folder `latest` is checked once", async (test) => {
  const files = { ...FILES, [`${OWN}/latest/Containerfile`]: "FROM scratch\nLABEL run=\n" };
  const world = testWorld(test, { files });
  test.strictSame(
    (await rulesOf(world, [])).map(([name]) => name),
    ["base", "latest", "mine"],
  );
});

t.test("the shipped profiles are clean: what is found is allowed with a reason", async (test) => {
  const shipped = fileURLToPath(new URL("../../../profiles", import.meta.url));
  const world = testWorld(test, { environment: { PADDOCK_PROFILES: shipped } });
  const checked = await checkFiles(world.host, { profiles: [], file: undefined, fix: false });
  test.ok(checked.length >= 4);
  for (const { profile, findings } of checked) {
    const open = findings.filter(({ allowed }) => allowed === undefined);
    test.strictSame(open, [], String(profile));
    test.ok(findings.length > 0, "an exception is shown");
  }
});

t.test("--fix writes the mended file, with every other byte and its mode", async (test) => {
  const before =
    '\uFEFFFROM scratch\r\n# é\r\nLABEL run="podman run --name $NAME localhost/paddock:mine"\r\n';
  const world = testWorld(test);
  world.write(`${OWN}/mine/Containerfile`, before, 0o640);
  const request = { profiles: ["mine"], file: undefined, fix: true };
  const [checked] = await checkFiles(world.host, request);
  const path = `${world.root}/${OWN}/mine/Containerfile`;
  test.equal(readFileSync(path, "utf8"), before.replace("$NAME", "\\$NAME"));
  test.equal(world.host.files.facts(path)?.mode, 0o640);
  test.strictSame(
    checked?.mended.map(({ rule }) => rule),
    ["build-variable"],
  );
  test.notOk(checked?.findings.some(({ rule }) => rule === "build-variable"));
  const { version } = world.host.files.facts(path) ?? {};
  const [again] = await checkFiles(world.host, request);
  test.strictSame(again?.mended, []);
  test.equal(world.host.files.facts(path)?.version, version, "a clean file is not written");
});

t.test("--fix of a file that is read-only changes nothing and says so", async (test) => {
  const world = testWorld(test, {
    wrapFiles: (files) => ({ ...files, may: (_, access) => access !== "write" }),
    files: { [`${OWN}/mine/Containerfile`]: 'FROM scratch\nLABEL run="podman run $IMAGE"\n' },
  });
  const request = { profiles: ["mine"], file: undefined, fix: true };
  await test.rejects(checkFiles(world.host, request), { code: "failed", message: /read-only/ });
  test.equal((await checkFiles(world.host, { ...request, fix: false })).length, 1);
});

t.test("a profile whose file cannot be read ends 2, and does not hinder another", async (test) => {
  const world = testWorld(test, { files: { ...FILES, [`${OWN}/odd/Containerfile/x`]: "" } });
  const unreadable = { code: "containerfile-invalid", status: 2 };
  await test.rejects(rulesOf(world, ["odd"]), unreadable);
  const own = `${world.root}/${OWN}/mine/Containerfile`;
  test.equal((await rulesOf(world, [], own))[0]?.[0], "mine");
});

t.test("a new profile of `paddock init` is as clean as the shipped ones", async (test) => {
  const world = testWorld(test, { files: FILES });
  initProfile(world.host, "go", undefined);
  const [checked] = await checkFiles(world.host, { profiles: ["go"], file: undefined, fix: false });
  const open = checked?.findings.filter(({ allowed }) => allowed === undefined);
  test.strictSame(
    open?.map(({ rule }) => rule),
    // The base of this test sets no folder for temporary files.
    ["noexec-tmp"],
  );
});
