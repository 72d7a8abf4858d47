import t from "tap";
import type { Host } from "../../lib/host/host.ts";
import { lookFromOutside } from "../../lib/prove/outside.ts";

const STATUS = "Name:\tkrun\nUid:\t1000\t1000\nSeccomp:\t2\nNoNewPrivs:\t1\n";

/** A machine on which process 77 is the monitor's. */
function machine(
  said: string,
  files: Readonly<Record<string, string>>,
): {
  readonly host: Pick<Host, "processes" | "files">;
  readonly asked: readonly string[][];
} {
  const asked: string[][] = [];
  const host = {
    processes: {
      run: async (argv: readonly string[]) => {
        asked.push([...argv]);
        return { status: 0, stdout: said, stderr: "" };
      },
    },
    files: { readText: (path: string) => files[path] },
  } as unknown as Pick<Host, "processes" | "files">;
  return { host, asked };
}

t.test("the state of a container's first process and the cap of its group", async (test) => {
  const { host, asked } = machine("77\n", {
    "/proc/77/status": STATUS,
    "/proc/77/cgroup": "1:name=systemd:/x\n0::/user.slice/libpod-1\n",
    "/proc/77/mountinfo":
      "1 0 0:1 / / ro,relatime - overlay o rw\n2 1 0:2 / /a\\040b rw - ext4 x rw\n3 1 0:2 / /a\\040b ro - ext4 x rw\n4 1 0:2 / /c ro - ext4 x rw\n5 4 0:2 / /c rw - ext4 x rw\n",
    "/sys/fs/cgroup/user.slice/libpod-1/pids.max": "64\n",
  });
  const outside = await lookFromOutside(host, "/usr/bin/podman", "abc");
  test.same(asked, [["/usr/bin/podman", "inspect", "--format={{.State.Pid}}", "abc"]]);
  test.equal(outside?.status.get("Seccomp"), "2");
  test.equal(outside?.processes, "64");
  test.same([...(outside?.readOnly ?? [])], ["/", "/a b"]);
});

t.test("no group that caps", async (test) => {
  const { host } = machine("77\n", { "/proc/77/status": STATUS, "/proc/77/cgroup": "0::/\n" });
  test.equal((await lookFromOutside(host, "podman", "abc"))?.processes, undefined);
});

for (const [name, said, files] of [
  ["a container that is gone", "", { "/proc/77/status": STATUS }],
  ["one that has ended", "0\n", { "/proc/0/status": STATUS }],
  ["a process that has ended", "77\n", {}],
  ["words that are no number", "77 x\n", { "/proc/77/status": STATUS }],
] as const) {
  t.test(`nothing is seen of ${name}`, async (test) => {
    test.equal(await lookFromOutside(machine(said, files).host, "podman", "abc"), undefined);
  });
}

function endedProcess(): never {
  throw Object.assign(new Error("gone"), { code: "ESRCH" });
}

t.test("a process that ends while it is looked at is not seen", async (test) => {
  const { host } = machine("77\n", {});
  const gone = { ...host, files: { ...host.files, readText: endedProcess } };
  test.equal(await lookFromOutside(gone, "podman", "abc"), undefined);
});
