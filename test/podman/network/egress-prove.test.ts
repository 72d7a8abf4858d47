import t from "tap";
import { acceptedHere } from "../unenforced.ts";
import { makeWorld } from "../world.ts";
import { makeGuarded } from "./guarded.ts";
import { withTestNetwork } from "./test-network.ts";

t.setTimeout(0);
const network = withTestNetwork(t);
const world = makeWorld(t.testdir(), "egress-prove");
t.teardown(() => world.remove());

interface Answer {
  readonly controls: readonly { readonly id: string; readonly result: string }[];
}

t.test("prove tries the list, from inside and through the proxy", async (t) => {
  await makeGuarded(world, "prove-guarded", { list: network.internet.name });
  const targets = [`internet=${network.internet.ipv4}:80`, `lan=${network.lan.ipv4}:80`];
  const words = ["prove", "prove-guarded", "--no-build", "--runtime", "crun", "--json"];
  const named = targets.flatMap((target) => ["--target", target]);
  const ended = await world.paddock([...words, ...named]);
  const { controls } = JSON.parse(ended.stdout) as Answer;
  const left = new Set(acceptedHere());
  const broken = controls.filter(({ result }) => result !== "holds").map(({ id }) => id);
  t.strictSame(broken, left.size === 0 ? [] : ["processes"], ended.stderr);
  const tried = controls.flatMap(({ id }) => (id.startsWith("egress:") ? [id] : []));
  t.equal(tried.length, 9, tried.join(" "));
  t.match(ended.stderr, `internet: ${network.internet.name}, tcp port 443`);
});
