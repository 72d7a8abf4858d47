import tap from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { ask } from "../../../lib/host/machine/asked.ts";

async function failing(): Promise<never> {
  throw new PaddockError("failed", "It is away.", { fix: "Wait." });
}

tap.test("an answer, a reason, and a fault that is neither", async (t) => {
  t.same(await ask(async () => 1), { known: true, value: 1 });
  t.same(await ask(failing), { known: false, why: "It is away." });
  await t.rejects(
    ask(async () => {
      throw new TypeError("a fault of ours");
    }),
    TypeError,
  );
});
