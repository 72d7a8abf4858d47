import t from "tap";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { readContainerfile } from "../../lib/containerfile/read-containerfile.ts";

t.test("reads what parseContainerfile reads", (t) => {
  const text =
    "ARG A=1\nFROM scratch AS x\nARG A\nLABEL run=\"a $A\" \\\n  b='c'\nFROM x\nENV C=d\n";
  t.strictSame(readContainerfile(text), parseContainerfile(text));
  t.end();
});

t.test("leaves out the second reading alone", (t) => {
  const text = "FROM a\nLABEL\\\n# c\n a=1\n";
  t.equal(readContainerfile(text).labels.length, 1);
  t.throws(() => parseContainerfile(text), { code: "containerfile-invalid" });
  t.throws(() => readContainerfile('FROM a\nLABEL run="x\n'), { code: "containerfile-invalid" });
  t.end();
});
