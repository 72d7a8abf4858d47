import t from "tap";
import { rows } from "../../subject-for-tests.ts";

const LINES: readonly (readonly [line: string, found: readonly string[]])[] = [
  ["COPY vm.json /.krun_vm.json", ["2:14 error krun-vm-json /.krun_vm.json"]],
  ["ADD .krun_vm.json /", ["2:5 error krun-vm-json .krun_vm.json"]],
  ["RUN echo {} >/.krun_vm.json", ["2:14 error krun-vm-json /.krun_vm.json"]],
  ['COPY ["a", "/.krun_vm.json"]', ["2:13 error krun-vm-json /.krun_vm.json"]],
  [
    "RUN <<EOF\ncp a /.krun_vm.json\nEOF",
    ["2:1 error krun-vm-json RUN <<EOF\ncp a /.krun_vm.json\nEOF"],
  ],
  ["COPY krun.json /", []],
  ["# RUN touch /.krun_vm.json", []],
  ["RUN touch /.krun_vm.json\nFROM scratch", []],
];
for (const [line, found] of LINES) {
  t.test(line, async (test) => {
    test.strictSame(
      rows(`FROM scratch\n${line}\n`).filter((row) => row.includes("krun-vm-json")),
      found,
    );
  });
}

t.test("a folder that holds the file", async (test) => {
  const context = new Map([["root/.krun_vm.json", "{}"]]);
  const more = { readContext: (path: string) => context.get(path) };
  test.strictSame(rows("FROM scratch\nCOPY --from=busybox root /\n", more), [
    "1:6 note no-run-label scratch",
  ]);
  test.strictSame(rows("FROM scratch\nCOPY root /\n", more)[1], "2:6 error krun-vm-json root /");
});
