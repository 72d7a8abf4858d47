import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { readNpmSettings } from "../../../lib/host/registry/npm-settings.ts";
import type { NpmSettings } from "../../../lib/host/registry/npm-settings.ts";
import { createRegistry, REGISTRY_LIMITS } from "../../../lib/host/registry/registry.ts";
import { patienceAt, settingsFor } from "./registry-for-tests.ts";

t.test(
  "the environment comes before the user's file, and that before the global and the built-in one",
  async (t) => {
    const root = t.testdir({
      home: { ".npmrc": "registry=https://user.example/\n//user.example/:_authToken=${TOKEN}" },
      prefix: {
        etc: { npmrc: "registry=https://global.example/\n@scope:registry=https://scope.example/" },
        bin: {},
        lib: {
          node_modules: { npm: { npmrc: "fetch-retries=7\nregistry=https://builtin.example/" } },
        },
      },
    });
    const read = async (environment: Record<string, string>): Promise<NpmSettings> =>
      readNpmSettings({
        environment: { HOME: join(root, "home"), TOKEN: "s3cret", ...environment },
        execPath: join(root, "prefix/bin/node"),
        home: join(root, "home"),
      });
    const user = await read({});
    t.equal(user.options["registry"], "https://user.example/");
    t.equal(user.options["@scope:registry"], "https://scope.example/");
    t.equal(user.options["//user.example/:_authToken"], "s3cret");
    t.equal(
      user.options["fetchRetries"] ?? (user.options["retry"] as { retries: number }).retries,
      7,
    );
    const variable = await read({ NPM_CONFIG_REGISTRY: "https://variable.example/" });
    t.equal(variable.options["registry"], "https://variable.example/");
    const file = join(root, "own.npmrc");
    writeFileSync(file, "registry=https://named.example/");
    t.equal(
      (await read({ npm_config_userconfig: file })).options["registry"],
      "https://named.example/",
    );
  },
);

t.test("a project's file is not read, nor the environment changed", async (t) => {
  const root = t.testdir({
    project: { ".npmrc": "registry=https://project.example/", "package.json": "{}" },
    home: {},
  });
  const before = process.cwd();
  process.chdir(join(root, "project"));
  t.teardown(() => process.chdir(before));
  const home = join(root, "home");
  const environment = Object.freeze({ HOME: home });
  const settings = await readNpmSettings({ environment, execPath: join(root, "bin/node"), home });
  t.not(settings.options["registry"], "https://project.example/");
  t.strictSame(environment, { HOME: home });
});

t.test("credentials that npm refuses are not shown", async (t) => {
  const task = settingsFor(t, "_authToken=s3cret");
  try {
    await task;
    t.fail("taken");
  } catch (error) {
    t.ok(error instanceof PaddockError);
    t.notMatch(JSON.stringify(error) + String(error), /s3cret/u);
  }
});

const DROPPED: readonly (readonly [name: string, npmrc: string, message: RegExp])[] = [
  ["a registry without a scheme", "registry=host.example/s3cret", /`registry`/u],
  ["a proxy without a scheme", "https-proxy=host.example/s3cret", /`https-proxy`/u],
  ["D23 a cafile that is not there", "cafile=/nowhere/ca.pem", /\/nowhere\/ca\.pem.*ENOENT/u],
  ["D23 a cafile that is a folder", "cafile=/", /cafile \/ .*EISDIR/u],
];
for (const [name, npmrc, message] of DROPPED) {
  t.test(`what npm drops without a word is refused: ${name}`, async (t) => {
    const error: unknown = await settingsFor(t, npmrc).catch((thrown: unknown) => thrown);
    t.ok(error instanceof PaddockError);
    t.match(String(error), message);
    t.notMatch(String(error), /s3cret/u);
  });
}

t.test("what a better place sets counts, not what npm drops behind it", async (t) => {
  const settings = await settingsFor(t, "registry=host.example/npm", {
    NPM_CONFIG_REGISTRY: "https://variable.example/",
  });
  t.equal(settings.options["registry"], "https://variable.example/");
});

t.test("a .npmrc that cannot be read is no empty one", async (t) => {
  const home = t.testdir({ ".npmrc": {} });
  const source = { environment: { HOME: home }, execPath: join(home, "bin/node"), home };
  await t.rejects(readNpmSettings(source), { code: "failed", message: /\.npmrc .*EISDIR/u });
});

const tls = fileURLToPath(new URL("../../fixtures/tls/", import.meta.url));

async function secureRegistry(t: Parameters<typeof settingsFor>[0]) {
  let asked = 0;
  const server = createServer(
    { key: readFileSync(join(tls, "key.pem")), cert: readFileSync(join(tls, "certificate.pem")) },
    (_request, response) => {
      asked += 1;
      response.end('{"name":"agent-cli"}');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return { address: `https://127.0.0.1:${String(port)}`, asked: () => asked };
}

const own = join(tls, "certificate.pem");
const other = join(tls, "other-authority.pem");

const TRUSTED: readonly (readonly [
  name: string,
  npmrc: string,
  environment: Record<string, string>,
  trusted: boolean,
])[] = [
  ["D23 npm's cafile", `cafile=${own}`, {}, true],
  ["D23 npm's cafile in a variable", "", { NPM_CONFIG_CAFILE: own }, true],
  [
    "D23 NODE_EXTRA_CA_CERTS beside a cafile",
    `cafile=${other}`,
    { NODE_EXTRA_CA_CERTS: own },
    true,
  ],
  ["D23 no authority: refused", "", {}, false],
  ["D23 another authority: refused", `cafile=${other}`, {}, false],
  ["D23 strict-ssl is off only when a person says so", "strict-ssl=false", {}, true],
];
for (const [name, npmrc, environment, trusted] of TRUSTED) {
  t.test(name, async (t) => {
    const server = await secureRegistry(t);
    const patience = patienceAt();
    const settings = await settingsFor(t, `registry=${server.address}\n${npmrc}`, environment);
    const registry = createRegistry(settings, REGISTRY_LIMITS, patience);
    if (trusted) {
      t.strictSame(await registry.packument("agent-cli"), { name: "agent-cli" });
      return;
    }
    await t.rejects(registry.packument("agent-cli"), {
      code: "registry-unreachable",
      message: /is not trusted/u,
      fix: /NODE_EXTRA_CA_CERTS/u,
    });
    t.equal(server.asked(), 0);
    t.strictSame(patience.slept, []);
  });
}
