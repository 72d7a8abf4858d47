import t from "tap";
import { requireCalendar, requireOneLine } from "../../lib/schedule/schedule.ts";

for (const every of ["daily", "weekly", "hourly", "*-*-* 04:00", "Mon,Tue *-*~1/2"]) {
  t.test(`${every} may be a calendar event`, (test) => {
    test.doesNotThrow(() => requireCalendar(every));
    test.end();
  });
}
for (const every of ["", "a\nb", "%n", "$x", "-daily"]) {
  t.test(`${JSON.stringify(every)} is none`, (test) => {
    test.throws(() => requireCalendar(every), { code: "usage", fix: /daily, weekly/ });
    test.end();
  });
}

t.test("words of one line", (test) => {
  test.doesNotThrow(() => requireOneLine(["a b", "é"]));
  for (const odd of ["a\nb", "a\rb", "\u0000", "\u009B"]) {
    test.throws(() => requireOneLine(["a", odd]), { code: "usage" });
  }
  test.end();
});
