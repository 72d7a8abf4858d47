import t from "tap";
import { findMount, isPodmansOwn, mountsSeen } from "../../../lib/prove/judge/mounts-seen.ts";

function report(...mounted: string[]): ReadonlyMap<string, readonly string[]> {
  return new Map([["mounted", mounted]]);
}

t.test(
  "paths as they are, the last mount of a place, and no line that is garbled",
  async (test) => {
    const seen = report(
      "/a\\040b rw,nosuid ext4 /home/\\134x 8:1",
      "/t rw tmpfs / 0:30",
      "/t ro,noexec tmpfs / 0:31",
      "/short rw ext4 /",
      "/long rw ext4 / 8:1 x",
    );
    test.equal(mountsSeen(seen).length, 3);
    test.same(findMount(seen, "/a b"), {
      place: "/a b",
      options: ["rw", "nosuid"],
      type: "ext4",
      from: "/home/\\x",
      device: "8:1",
    });
    test.same(findMount(seen, "/t/")?.options, ["ro", "noexec"]);
    test.equal(findMount(seen, "/b"), undefined);
  },
);

const OWN: ReadonlyArray<readonly [string, boolean]> = [
  ["/ ro overlay /", true],
  ["/proc/sys ro proc /sys", true],
  ["/dev/null rw tmpfs /null", true],
  ["/etc/hosts ro tmpfs /user/1000/x/hosts", true],
  ["/tmp rw tmpfs /", true],
  [
    "/data rw ext4 /home/u/.local/share/containers/storage/volumes/" + "a".repeat(64) + "/_data",
    true,
  ],
  ["/data rw ext4 /home/u/.local/share/containers/storage/volumes/named/_data", false],
  ["/mnt rw ext4 /", false],
  ["/run/user rw tmpfs /user/1000", false],
  ["/proc/x rw ext4 /home", false],
  ["/dev/shm rw ext4 /home", false],
  ["/process rw proc /", false],
];

for (const [line, own] of OWN) {
  t.test(`${own ? "Podman's own" : "someone's"}: ${line.slice(0, 40)}`, async (test) => {
    test.same(
      mountsSeen(report(`${line} 0:30`)).map((mount) => isPodmansOwn(mount, new Set(["0:24"]))),
      [own],
    );
  });
}

t.test("a whole tmpfs of this machine's own is no empty memory", async (test) => {
  const seen = mountsSeen(report("/mnt rw tmpfs / 0:24", "/tmp rw tmpfs / 0:30"));
  test.same(
    seen.map((mount) => isPodmansOwn(mount, new Set(["0:24"]))),
    [false, true],
  );
});
