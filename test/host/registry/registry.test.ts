import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import t from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { createRegistry, REGISTRY_LIMITS } from "../../../lib/host/registry/registry.ts";
import type { Registry } from "../../../lib/host/registry/registry.ts";
import { fakeRegistry, inTurn, patienceAt, reply, settingsFor } from "./registry-for-tests.ts";
import type { Reply } from "./registry-for-tests.ts";

const document = { name: "agent-cli", versions: {} };
const ok: Reply = { status: 200, body: JSON.stringify(document) };

async function refused(task: Promise<unknown>): Promise<PaddockError> {
  try {
    await task;
  } catch (error) {
    if (error instanceof PaddockError) return error;
    throw error;
  }
  throw new Error("not refused");
}

function sha512(body: string | Buffer): string {
  return createHash("sha512").update(body).digest("hex");
}

t.test("D18 429 and 5xx: three retries, Retry-After of 0, a date and none", async (t) => {
  const recorded = JSON.parse(
    readFileSync(new URL("../../fixtures/cases/D18/responses.json", import.meta.url), "utf8"),
  ) as Reply[];
  const answers = recorded.map((answer) => (answer.status === 200 ? ok : answer));
  const fake = await fakeRegistry(t, inTurn(answers));
  const patience = patienceAt();
  const registry = createRegistry(
    await settingsFor(t, `registry=${fake.address}`),
    REGISTRY_LIMITS,
    patience,
  );
  t.strictSame(await registry.packument("agent-cli"), document);
  t.strictSame(patience.slept, [1000, 10_000, 4000]);
  const { host } = new URL(fake.address);
  t.strictSame(
    patience.told,
    recorded
      .filter(({ status }) => status !== 200)
      .map(
        ({ status }) => `The registry at ${host} answers with status ${status}; asking once more.`,
      ),
  );
  t.equal(fake.seen.length, 4);
});

const LATE: readonly (readonly [name: string, answer: Reply, requests: number, message: RegExp])[] =
  [
    [
      "D18 a page with status 503, always",
      { status: 503, headers: { "content-type": "text/html" }, body: "<html>" },
      4,
      /status 503/u,
    ],
    [
      "D18 a Retry-After beyond all patience",
      { status: 429, headers: { "retry-after": "300" } },
      1,
      /come back in 300 s/u,
    ],
  ];
for (const [name, answer, requests, message] of LATE) {
  t.test(name, async (t) => {
    const fake = await fakeRegistry(t, (_request, response) => reply(response, answer));
    const settings = await settingsFor(t, `registry=${fake.address}`);
    const error = await refused(
      createRegistry(settings, REGISTRY_LIMITS, patienceAt()).packument("agent-cli"),
    );
    t.equal(error.code, "registry-unreachable");
    t.match(error.message, message);
    t.equal(fake.seen.length, requests);
  });
}

const BAD: readonly (readonly [name: string, answer: Reply, code: string, message: RegExp])[] = [
  [
    "D18 a page with status 200",
    { status: 200, headers: { "content-type": "text/html" }, body: "<html>log in</html>" },
    "registry-answer-invalid",
    /a web page/u,
  ],
  [
    "a page that calls itself JSON",
    { status: 200, body: "\n<!doctype html>" },
    "registry-answer-invalid",
    /a web page/u,
  ],
  [
    "JSON that is cut off",
    { status: 200, body: '{"name":"agent-cli","vers' },
    "registry-answer-invalid",
    /cut off/u,
  ],
  ["an empty body", { status: 200, body: "" }, "registry-answer-invalid", /gives nothing/u],
  ["a list", { status: 200, body: "[]" }, "registry-answer-invalid", /no object/u],
  [
    "404",
    { status: 404, body: '{"error":"not found"}' },
    "package-unknown",
    /no package agent-cli/u,
  ],
  [
    "404 as a page",
    { status: 404, headers: { "content-type": "text/html" }, body: "<html>" },
    "package-unknown",
    /no package/u,
  ],
  ["401", { status: 401, body: "{}" }, "registry-denied", /status 401/u],
  ["403", { status: 403, body: "{}" }, "registry-denied", /status 403/u],
  ["418", { status: 418 }, "registry-answer-invalid", /status 418/u],
  ["a redirect to nowhere", { status: 302 }, "registry-answer-invalid", /status 302/u],
  [
    "a redirect in a circle",
    { status: 302, headers: { location: "/agent-cli" } },
    "registry-answer-invalid",
    /without end/u,
  ],
  [
    "a redirect to a file",
    { status: 302, headers: { location: "file:///etc/passwd" } },
    "registry-answer-invalid",
    /without encryption/u,
  ],
  [
    "more than the limit",
    { status: 200, body: JSON.stringify({ text: "x".repeat(2000) }) },
    "registry-answer-invalid",
    /more than 1000 bytes/u,
  ],
];
for (const [name, answer, code, message] of BAD) {
  t.test(`packument: ${name}`, async (t) => {
    const fake = await fakeRegistry(t, (_request, response) => reply(response, answer));
    const settings = await settingsFor(t, `registry=${fake.address}`);
    const limits = { ...REGISTRY_LIMITS, documentBytes: 1000 };
    const error = await refused(
      createRegistry(settings, limits, patienceAt()).packument("agent-cli"),
    );
    t.equal(error.code, code);
    t.match(error.message, message);
  });
}

t.test("D12 unpublished, with status 404 and the date in the body", async (t) => {
  const body = readFileSync(
    new URL("../../fixtures/cases/D12/packument.json", import.meta.url),
    "utf8",
  );
  for (const status of [200, 404]) {
    const fake = await fakeRegistry(t, inTurn([{ status, body }]));
    const registry = createRegistry(await settingsFor(t, `registry=${fake.address}`));
    t.strictSame(await registry.packument("agent-cli"), JSON.parse(body));
  }
});

t.test("a connection that breaks off in the middle is tried again", async (t) => {
  let asked = 0;
  const fake = await fakeRegistry(t, (_request, response) => {
    asked += 1;
    if (asked > 2) return reply(response, ok);
    response.writeHead(200, { "content-length": "500" });
    response.write('{"name":');
    setTimeout(() => response.destroy(), 20);
  });
  const patience = patienceAt();
  const registry = createRegistry(
    await settingsFor(t, `registry=${fake.address}`),
    REGISTRY_LIMITS,
    patience,
  );
  t.strictSame(await registry.packument("agent-cli"), document);
  t.equal(patience.slept.length, 2);
});

t.test("a server that never ends its answer", async (t) => {
  const fake = await fakeRegistry(t, (_request, response) => {
    response.writeHead(200);
    response.write("{");
  });
  const limits = { ...REGISTRY_LIMITS, documentTimeoutMs: 100 };
  const settings = await settingsFor(t, `registry=${fake.address}`);
  const error = await refused(
    createRegistry(settings, limits, patienceAt()).packument("agent-cli"),
  );
  t.equal(error.code, "registry-unreachable");
  t.match(error.message, /in time/u);
  t.equal(fake.seen.length, 4);
});

t.test("no server at all, and no credentials in what is said of it", async (t) => {
  const fake = await fakeRegistry(t, () => undefined);
  await new Promise((resolve) => fake.server.close(resolve));
  const settings = await settingsFor(
    t,
    `registry=http://user:hunter2@${fake.host}\n//${fake.host}/:_authToken=s3cret`,
  );
  const error = await refused(
    createRegistry(settings, REGISTRY_LIMITS, patienceAt()).packument("agent-cli"),
  );
  t.equal(error.code, "registry-unreachable");
  t.match(error.message, /ECONNREFUSED/u);
  t.notMatch(
    JSON.stringify([error.message, error.fix, String(error.cause), error.stack]),
    /hunter2|s3cret/u,
  );
});

t.test("at most two requests at a time", async (t) => {
  let open = 0;
  let most = 0;
  const fake = await fakeRegistry(t, (_request, response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      reply(response, ok);
    }, 30);
  });
  const registry = createRegistry(await settingsFor(t, `registry=${fake.address}`));
  await Promise.all(["a", "b", "c", "d", "e"].map(async (name) => registry.packument(name)));
  t.equal(most, 2);
});

t.test("D20 the scope's registry, its path and its credentials, and those alone", async (t) => {
  const scoped = await fakeRegistry(t, (_request, response) => reply(response, ok));
  const plain = await fakeRegistry(t, (_request, response) => reply(response, ok));
  const settings = await settingsFor(
    t,
    [
      "registry=https://host.example/",
      `@scope:registry=${scoped.address}/npm`,
      `//${scoped.host}/npm/:_authToken=\${TOKEN}`,
      `//${plain.host}/:_auth=dXNlcjpwYXNz`,
    ].join("\n"),
    { NPM_CONFIG_REGISTRY: `${plain.address}/api/npm/repo`, TOKEN: "s3cret" },
  );
  const registry = createRegistry(settings);
  await registry.packument("@scope/agent");
  await registry.packument("agent-cli");
  t.strictSame(scoped.seen, [{ url: "/npm/@scope%2fagent", authorization: "Bearer s3cret" }]);
  t.strictSame(plain.seen, [
    { url: "/api/npm/repo/agent-cli", authorization: "Basic dXNlcjpwYXNz" },
  ]);
});

t.test("a redirect to another port gets no credentials", async (t) => {
  const other = await fakeRegistry(t, (_request, response) => reply(response, ok));
  const fake = await fakeRegistry(
    t,
    inTurn([{ status: 302, headers: { location: `${other.address}/x` } }]),
  );
  const settings = await settingsFor(
    t,
    `registry=${fake.address}\n//${fake.host}/:_authToken=s3cret`,
  );
  await createRegistry(settings).packument("agent-cli");
  t.equal(fake.seen[0]?.authorization, "Bearer s3cret");
  t.strictSame(other.seen, [{ url: "/x", authorization: undefined }]);
});

t.test("D22 a proxy is used, and NO_PROXY with a port goes around it", async (t) => {
  const proxy = await fakeRegistry(t, (_request, response) => reply(response, ok));
  const fake = await fakeRegistry(t, (_request, response) => reply(response, ok));
  const variables = { https_proxy: "", HTTPS_PROXY: `http://user:hunter2@${proxy.host}` };
  const through = await settingsFor(t, "registry=http://host.example/npm", {
    ...variables,
    NO_PROXY: fake.host,
  });
  await createRegistry(through).packument("agent-cli");
  t.strictSame(
    proxy.seen.map(({ url }) => url),
    ["http://host.example/npm/agent-cli"],
  );
  const around = await settingsFor(t, `registry=${fake.address}`, {
    ...variables,
    NO_PROXY: fake.host,
  });
  await createRegistry(around).packument("agent-cli");
  t.equal(fake.seen.length, 1);
  t.equal(proxy.seen.length, 1);
});

async function downloader(t: Parameters<typeof fakeRegistry>[0], answer: Reply) {
  const fake = await fakeRegistry(t, (_request, response) => reply(response, answer));
  const settings = await settingsFor(t, `registry=${fake.address}`);
  const registry: Registry = createRegistry(settings, REGISTRY_LIMITS, patienceAt());
  return { fake, registry };
}

t.test("D26 a tarball that is on another host is asked of the registry", async (t) => {
  const { fake, registry } = await downloader(t, { status: 200, body: "archive" });
  const wanted = {
    name: "a",
    version: "1.0.0",
    tarball: "http://public.example/a-1.0.0.tgz",
    sha512: sha512("archive"),
  };
  t.equal((await registry.tarball(wanted)).toString(), "archive");
  t.strictSame(
    fake.seen.map(({ url }) => url),
    ["/a/-/a-1.0.0.tgz"],
  );
});

const TARBALLS: readonly (readonly [name: string, answer: Reply, code: string])[] = [
  ["other bytes", { status: 200, body: "archive!" }, "integrity-wrong"],
  ["half of it", { status: 200, body: "arch" }, "integrity-wrong"],
  ["404", { status: 404 }, "package-unknown"],
  ["403", { status: 403 }, "registry-denied"],
  ["500", { status: 500 }, "registry-unreachable"],
];
for (const [name, answer, code] of TARBALLS) {
  t.test(`tarball: ${name}`, async (t) => {
    const { registry } = await downloader(t, answer);
    const error = await refused(
      registry.tarball({ name: "a", version: "1.0.0", sha512: sha512("archive") }),
    );
    t.equal(error.code, code);
  });
}

t.test("keys and attestations that a mirror does not serve", async (t) => {
  const { fake, registry } = await downloader(t, {
    status: 404,
    headers: { "content-type": "text/html" },
    body: "<html>",
  });
  t.equal(await registry.signingKeys("a"), undefined);
  t.equal(
    await registry.attestations("a", "https://public.example/-/npm/v1/attestations/a@1.0.0"),
    undefined,
  );
  t.strictSame(
    fake.seen.map(({ url }) => url),
    ["/-/npm/v1/keys", "/-/npm/v1/attestations/a@1.0.0"],
  );
});

for (const status of [400, 404, 405, 410, 501]) {
  t.test(`a registry that knows no keys, with status ${String(status)}`, async (t) => {
    const { fake, registry } = await downloader(t, { status, body: "no" });
    t.equal(await registry.signingKeys("a"), undefined);
    t.equal(fake.seen.length, 1);
  });
}

t.test("a byte order mark before a document", async (t) => {
  const { registry } = await downloader(t, { status: 200, body: '\uFEFF{ "name": "a" }' });
  t.strictSame(await registry.packument("a"), { name: "a" });
});

t.test("D23 a port that speaks no TLS needs no authority", async (t) => {
  const { host } = await fakeRegistry(t, inTurn([]));
  const settings = await settingsFor(t, `registry=https://${host}`);
  const registry = createRegistry(settings, REGISTRY_LIMITS, patienceAt());
  const error = await refused(registry.packument("a"));
  t.match(error.message, /speaks no TLS/u);
  t.notMatch(error.fix, /cafile/u);
});

t.test("D22 a proxy that wants credentials is told from a registry that does", async (t) => {
  const { registry } = await downloader(t, { status: 407 });
  t.match((await refused(registry.packument("a"))).message, /^The proxy/u);
});

t.test("keys that cannot be had are no answer", async (t) => {
  const { registry } = await downloader(t, { status: 502 });
  t.equal((await refused(registry.signingKeys("a"))).code, "registry-unreachable");
});
