import { readFileSync } from "node:fs";
import t from "tap";
import { PaddockError } from "../../../../lib/errors.ts";
import { proxyFor, readProxies } from "../../../../lib/host/registry/transport/proxy.ts";

function choose(
  address: string,
  environment: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>> = {},
): string | undefined {
  return proxyFor(new URL(address), readProxies(options, environment));
}

const P = "http://proxy.example:3128";
const caseVariables = Object.fromEntries(
  readFileSync(new URL("../../../fixtures/cases/D22/env.txt", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);

const ROWS: readonly (readonly [
  name: string,
  address: string,
  environment: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
  expected: string | undefined,
])[] = [
  ["D22 an empty variable counts as unset", "https://public.example/a", caseVariables, {}, P],
  ["D22 a domain with a leading dot", "https://npm.corp.example/a", caseVariables, {}, undefined],
  ["D22 a host with its port", "http://127.0.0.1:4873/a", caseVariables, {}, undefined],
  ["D22 the same host, another port", "http://127.0.0.1:4874/a", caseVariables, {}, P],
  ["no variables", "https://public.example/a", {}, {}, undefined],
  [
    "lower case first",
    "https://public.example/a",
    { https_proxy: P, HTTPS_PROXY: "http://x.example" },
    {},
    P,
  ],
  ["HTTP_PROXY is not for https", "https://public.example/a", { HTTP_PROXY: P }, {}, undefined],
  ["HTTP_PROXY is for http", "http://public.example/a", { HTTP_PROXY: P }, {}, P],
  [
    "npm's https-proxy",
    "https://public.example/a",
    { HTTPS_PROXY: "http://x.example" },
    { httpsProxy: P },
    P,
  ],
  [
    "npm's noproxy",
    "https://npm.corp.example/a",
    { HTTPS_PROXY: P },
    { noProxy: "corp.example" },
    undefined,
  ],
  ["a star", "https://public.example/a", { HTTPS_PROXY: P, NO_PROXY: "*" }, {}, undefined],
  [
    "a star before a dot",
    "https://a.corp.example/a",
    { HTTPS_PROXY: P, NO_PROXY: "*.corp.example" },
    {},
    undefined,
  ],
  [
    "the end of another name",
    "https://evilcorp.example/a",
    { HTTPS_PROXY: P, NO_PROXY: "corp.example" },
    {},
    P,
  ],
  [
    "a port that is the scheme's own",
    "https://a.example/a",
    { HTTPS_PROXY: P, NO_PROXY: "a.example:443" },
    {},
    undefined,
  ],
  ["IPv6", "http://[::1]:4873/a", { HTTP_PROXY: P, NO_PROXY: "[::1]:4873" }, {}, undefined],
  [
    "IPv6 without brackets",
    "http://[::1]:4873/a",
    { HTTP_PROXY: P, NO_PROXY: "::1" },
    {},
    undefined,
  ],
];
for (const [name, address, environment, options, expected] of ROWS) {
  t.test(name, (t) => {
    t.equal(choose(address, environment, options), expected);
    t.end();
  });
}

for (const proxy of ["user:hunter2@proxy.example", "::", "ftp://user:hunter2@proxy.example"]) {
  t.test(`D22 a proxy that is no address is not shown: ${proxy.slice(0, 4)}`, (t) => {
    try {
      choose("https://public.example/a", { HTTPS_PROXY: proxy });
      t.fail("taken");
    } catch (error) {
      t.ok(error instanceof PaddockError);
      t.notMatch(String(error), /hunter2/u);
    }
    t.end();
  });
}
