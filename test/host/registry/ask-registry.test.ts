import tap from "tap";
import { askRegistry } from "../../../lib/host/registry/ask-registry.ts";
import { testWorld } from "../../host-for-tests.ts";
import { fakeRegistry, inTurn } from "./registry-for-tests.ts";
import type { Reply } from "./registry-for-tests.ts";

const rows: readonly [name: string, reply: Reply, expected: object][] = [
  ["keys", { status: 200, body: '{"keys":[]}' }, { known: true, value: "answers" }],
  ["a registry without keys", { status: 404 }, { known: true, value: "answers" }],
  [
    "one that wants other credentials",
    { status: 401 },
    { known: false, why: /^The registry refuses its signing keys/ },
  ],
  [
    "a login page",
    { status: 200, headers: { "content-type": "text/html" }, body: "<html>" },
    { known: false, why: /a web page instead/ },
  ],
];
for (const [name, reply, expected] of rows) {
  tap.test(`one small document is asked for: ${name}`, async (t) => {
    const registry = await fakeRegistry(t, inTurn([reply]));
    const environment = { NPM_CONFIG_REGISTRY: `${registry.address}/` };
    t.match(await askRegistry(testWorld(t, { environment }).host), expected);
    t.same(
      registry.seen.map(({ url }) => url),
      ["/-/npm/v1/keys"],
    );
  });
}
