import t from "tap";
import type { Files } from "../../lib/host/files/files.ts";
import { lookFromOutside } from "../../lib/prove/outside.ts";

const STATUS = "Name:\tkrun\nUid:\t1000\t1000\nSeccomp:\t2\nNoNewPrivs:\t1\n";

/** A machine on which process 77 is the monitor's. */
function machine(files: Readonly<Record<string, string>>): Pick<Files, "readText"> {
  return { readText: (path) => files[path] };
}

t.test("the state of a container's first process and the cap of its group", async (test) => {
  const files = machine({
    "/proc/77/status": STATUS,
    "/proc/77/cgroup": "1:name=systemd:/x\n0::/user.slice/libpod-1\n",
    "/proc/77/mountinfo":
      "1 0 0:1 / / ro,relatime - overlay o rw\n2 1 0:2 / /a\\040b rw - ext4 x rw\n3 1 0:2 / /a\\040b ro - ext4 x rw\n4 1 0:2 / /c ro - ext4 x rw\n5 4 0:2 / /c rw - ext4 x rw\n",
    "/sys/fs/cgroup/user.slice/libpod-1/pids.max": "64\n",
  });
  for (const pid of ["77", "77\n"]) {
    const outside = lookFromOutside(files, pid);
    test.equal(outside?.status.get("Seccomp"), "2");
    test.equal(outside?.processes, "64");
    test.same([...(outside?.readOnly ?? [])], ["/", "/a b"]);
  }
});

t.test("no group that caps", async (test) => {
  const files = machine({ "/proc/77/status": STATUS, "/proc/77/cgroup": "0::/\n" });
  test.equal(lookFromOutside(files, "77")?.processes, undefined);
});

for (const [name, pid, files] of [
  ["a container that was never started", undefined, { "/proc/77/status": STATUS }],
  ["a file that is not written yet", "", { "/proc/77/status": STATUS }],
  ["no process", "0\n", { "/proc/0/status": STATUS }],
  ["a process that has ended", "77\n", {}],
  ["words that are no number", "77 x\n", { "/proc/77/status": STATUS }],
] as const) {
  t.test(`nothing is seen of ${name}`, async (test) => {
    test.equal(lookFromOutside(machine(files), pid), undefined);
  });
}

for (const code of ["ESRCH", "ENODEV", "EACCES"]) {
  t.test(`what ends while it is looked at (${code}) is not seen`, async (test) => {
    const gone = {
      readText: (): never => {
        throw Object.assign(new Error("gone"), { code });
      },
    };
    test.equal(lookFromOutside(gone, "77"), undefined);
  });
}
