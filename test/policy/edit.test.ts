import t from "tap";
import {
  withCommand,
  withFlag,
  withoutTty,
  withRuntime,
  withWorkdir,
} from "../../lib/policy/edit.ts";

const run = (...words: string[]): string[] => ["podman", "run", ...words];

const ROWS: readonly (readonly [name: string, got: string[], want: string[]])[] = [
  ["no tty in -it", withoutTty(run("--rm", "-it", "img", "-t")), run("--rm", "-i", "img", "-t")],
  ["no tty in -ti", withoutTty(run("-ti", "img")), run("-i", "img")],
  ["no tty in -itv", withoutTty(run("-itv", "/a:/b", "img")), run("-iv", "/a:/b", "img")],
  ["no tty in -it=false", withoutTty(run("-ti=false", "img")), run("-i=false", "img")],
  ["no tty alone", withoutTty(run("-t", "--tty", "--tty=true", "img")), run("img")],
  [
    "no tty where there is none",
    withoutTty(run("-i", "--", "img", "-t")),
    run("-i", "--", "img", "-t"),
  ],
  [
    "a value that looks like one",
    withoutTty(run("--name", "-t", "img")),
    run("--name", "-t", "img"),
  ],
  [
    "another runtime without krun's annotations",
    withRuntime(
      run(
        "--runtime",
        "krun",
        "--annotation",
        "krun.cpus=4",
        "--annotation=krun.ram_mib=1",
        "--annotation",
        "a=krun.",
        "img",
      ),
      "crun",
    ),
    run("--runtime=crun", "--annotation", "a=krun.", "img"),
  ],
  ["a runtime where there was none", withRuntime(run("img"), "crun"), run("--runtime=crun", "img")],
  [
    "every runtime is replaced",
    withRuntime(run("--runtime=a", "-i", "--runtime", "b", "img"), "c"),
    run("--runtime=c", "-i", "img"),
  ],
  [
    "krun keeps its annotations",
    withRuntime(run("--annotation=krun.cpus=4", "img"), "krun"),
    run("--runtime=krun", "--annotation=krun.cpus=4", "img"),
  ],
  [
    "a working directory",
    withWorkdir(run("-iw", "/a", "--workdir=/b", "img"), "/c d"),
    run("--workdir=/c d", "-i", "img"),
  ],
  [
    "a command",
    withCommand(run("--", "img", "sh"), ["-c", "id; exit 7"]),
    run("--", "img", "sh", "-c", "id; exit 7"),
  ],
  ["no command", withCommand(run("img"), []), run("img")],
  ["a flag", withFlag(run("-it", "img"), ["--pull=never"]), run("--pull=never", "-it", "img")],
];
for (const [name, got, want] of ROWS) {
  t.test(name, async (test) => {
    test.strictSame(got, want);
  });
}

t.test("a flag that podman run has not", async (test) => {
  test.throws(() => withFlag(run("img"), ["--pul=never"]), { code: "argv-invalid" });
});
