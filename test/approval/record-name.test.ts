import tap from "tap";
import { recordName } from "../../lib/approval/record-name.ts";

tap.test("sixteen hex digits for any text, another for each of many", (t) => {
  const names = Array.from({ length: 5000 }, (_, at) =>
    recordName(`default\n/home/ann/project-${at}`),
  );
  t.equal(new Set(names).size, names.length);
  t.ok(
    ["", "ü\n漢", ...names.slice(0, 9)].every((text) => /^[0-9a-f]{16}$/.test(recordName(text))),
  );
  t.equal(recordName("a"), recordName("a"));
  t.end();
});
