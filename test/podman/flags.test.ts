import { execa } from "execa";
import t from "tap";

t.test("the table of flags fits the installed Podman", async (test) => {
  const script = new URL("../../scripts/podman-flags.js", import.meta.url).pathname;
  const { exitCode, stdout } = await execa(process.execPath, [script], { reject: false });
  test.equal(exitCode, 0, stdout);
  test.match(stdout, /The table fits Podman 5\./);
});
