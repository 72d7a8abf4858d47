import t from "tap";
import { sandboxEnvironment } from "../../../lib/launch/egress/sandbox-environment.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";

const PROXY = { inside: 3128, outside: 0 };
const MODEL = { inside: 80, outside: 11434 };
const CREDENTIAL = { user: "ab12", password: "secret" };
const ADDRESS = "http://127.0.0.1:3128";
const WITH_PASSWORD = "http://ab12:secret@127.0.0.1:3128";
const MODELS = ["OPENAI_BASE_URL=http://127.0.0.1:80/v1", "OLLAMA_HOST=http://127.0.0.1:80"];

const CASES: ReadonlyArray<
  readonly [
    name: string,
    flags: readonly string[],
    ports: readonly { readonly inside: number; readonly outside: number }[],
    expected: readonly string[],
  ]
> = [
  [
    "each proxy variable of the label gets the password",
    [`HTTP_PROXY=${ADDRESS}`, `https_proxy=${ADDRESS}/`, "NO_PROXY=localhost"],
    [PROXY],
    [`HTTP_PROXY=${WITH_PASSWORD}`, `https_proxy=${WITH_PASSWORD}/`],
  ],
  ["another address does not", ["HTTP_PROXY=http://127.0.0.1:31280"], [PROXY], []],
  ["nor does a URL below it", [`A=${ADDRESS}/path`], [PROXY], []],
  ["nor a name that no shell can assign to", [`A-B=${ADDRESS}`, `;x=${ADDRESS}`], [PROXY], []],
  ["one local port is where a model answers", [], [MODEL], MODELS],
  ["beside a proxy too", [`A=${ADDRESS}`], [PROXY, MODEL], [`A=${WITH_PASSWORD}`, ...MODELS]],
  ["of two none is", [], [MODEL, { inside: 1, outside: 1 }], []],
  ["what the label says of it stays", ["OLLAMA_HOST=other"], [MODEL], [`${MODELS[0]}`]],
];
for (const [name, variables, ports, expected] of CASES) {
  t.test(name, async (test) => {
    const flags = variables.flatMap((text) => ["--env", text]);
    const policy = readPolicy(["podman", "run", ...flags, "image"]);
    const set = sandboxEnvironment(policy, { ports, credential: CREDENTIAL });
    test.strictSame(
      set.map(({ name: key, value }) => `${key}=${value}`),
      expected,
    );
  });
}
