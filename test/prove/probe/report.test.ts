import t from "tap";
import { entry, only, onlyNumber, readReport } from "../../../lib/prove/probe/report.ts";

const WHOLE = "paddock-probe 2\nuid 1000\nCapBnd: 00\nreach lan a 1\nreach dns b 2\nempty \nend\n";

t.test("a whole report, by the first word of its lines", async (test) => {
  const report = readReport(WHOLE);
  test.same(
    [...(report ?? [])],
    [
      ["uid", ["1000"]],
      ["CapBnd", ["00"]],
      ["reach", ["lan a 1", "dns b 2"]],
      ["empty", [""]],
    ],
  );
  if (report === undefined) return;
  test.equal(onlyNumber(report, "uid"), 1000);
  test.equal(only(report, "CapBnd", /^[0-9]+$/), "00");
  test.equal(only(report, "CapBnd", /^x$/), undefined, "of another shape");
  test.equal(only(report, "reach", /./), undefined, "said twice");
  test.equal(only(report, "absent", /./), undefined);
  test.same(entry(report, "reach", "dns"), ["b", "2"]);
  test.equal(entry(report, "reach", "wan"), undefined);
});

t.test("a terminal's line ends", async (test) => {
  test.ok(readReport(WHOLE.replaceAll("\n", "\r\n")));
});

const NONE: ReadonlyArray<readonly [string, string]> = [
  ["nothing", ""],
  ["another program's words", "hello\n"],
  ["another form", WHOLE.replace("probe 2", "probe 1")],
  ["a word that it does not know", WHOLE.replace("empty ", "unknown fork")],
  ["cut off", WHOLE.replace("end\n", "")],
  ["something before it", `hello\n${WHOLE}`],
  ["something after it", `${WHOLE}hello\n`],
];

for (const [name, text] of NONE) {
  t.test(`no report: ${name}`, async (test) => test.equal(readReport(text), undefined));
}
