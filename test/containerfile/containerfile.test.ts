import t from "tap";
import { declaredArguments } from "../../lib/containerfile/containerfile.ts";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";

t.test("every ARG of the file is declared, a trigger's is not", (test) => {
  const text = 'ARG A\nFROM a\nARG "B"=1 C\nONBUILD ARG D\nFROM b\nARG A=2\n';
  test.strictSame([...declaredArguments(parseContainerfile(text))], ["A", "B", "C"]);
  test.end();
});
