import { readFileSync } from "node:fs";
import t from "tap";
import {
  attestationsAddress,
  keysAddress,
  packumentAddress,
  registryOf,
  tarballAddress,
} from "../../../lib/host/registry/addresses.ts";
import { PaddockError } from "../../../lib/errors.ts";
import { settingsFor } from "./registry-for-tests.ts";

function caseFile(id: string, file: string): string {
  return readFileSync(new URL(`../../fixtures/cases/${id}/${file}`, import.meta.url), "utf8");
}

t.test("D20 scoped names and registry path", async (t) => {
  const { options } = await settingsFor(t, caseFile("D20", "npmrc"), {
    NPM_CONFIG_REGISTRY: "https://host.example/api/npm/repo",
  });
  const found = ["@scope/agent", "agent-cli"].map(
    (name) => packumentAddress(registryOf(name, options), name).href,
  );
  t.strictSame(found, caseFile("D20", "want.txt").trim().split("\n"));
});

const registry = new URL("https://host.example/npm/");

t.test("keys and attestations are asked of the registry alone", (t) => {
  t.equal(keysAddress(registry).href, "https://host.example/npm/-/npm/v1/keys");
  t.equal(attestationsAddress(registry, "http://["), undefined);
  t.end();
});

const ATTESTATIONS: readonly (readonly [name: string, registry: string, named: string])[] = [
  ["another host", "/npm/", "https://other.example/-/npm/v1/attestations/a@1.0.0"],
  ["its own host", "/npm/", "https://host.example/npm/-/npm/v1/attestations/a@1.0.0"],
  ["a path alone", "/npm/", "/-/npm/v1/attestations/a@1.0.0"],
  ["a registry without a path", "/", "https://host.example/-/npm/v1/attestations/a@1.0.0"],
];
for (const [name, path, named] of ATTESTATIONS) {
  t.test(`D20 attestations stay below the registry's path: ${name}`, (t) => {
    t.equal(
      attestationsAddress(new URL(path, registry), named)?.href,
      `https://host.example${path}-/npm/v1/attestations/a@1.0.0`,
    );
    t.end();
  });
}

const publicHost = (JSON.parse(caseFile("D26", "packument.json")) as { dist: { tarball: string } })
  .dist.tarball;

const TARBALLS: readonly (readonly [
  name: string,
  tarball: string | undefined,
  expected: string,
])[] = [
  ["D26 another host", publicHost, "https://host.example/npm/a/-/a-1.0.0.tgz"],
  ["its own host", "https://host.example/files/a.tgz", "https://host.example/files/a.tgz"],
  [
    "its own host, with credentials",
    "https://u:p@host.example/a.tgz",
    "https://host.example/a.tgz",
  ],
  [
    "its own host, another port",
    "https://host.example:8443/a.tgz",
    "https://host.example/npm/a/-/a-1.0.0.tgz",
  ],
  [
    "D26 its own host without encryption",
    "http://host.example/a.tgz",
    "https://host.example/npm/a/-/a-1.0.0.tgz",
  ],
  ["no address", undefined, "https://host.example/npm/a/-/a-1.0.0.tgz"],
];
for (const [name, tarball, expected] of TARBALLS) {
  t.test(`tarball: ${name}`, (t) => {
    const release = { name: "a", version: "1.0.0", ...(tarball === undefined ? {} : { tarball }) };
    t.equal(tarballAddress(registry, release).href, expected);
    t.end();
  });
}

t.test("the tarball of a scoped package", (t) => {
  const found = tarballAddress(registry, { name: "@scope/agent", version: "1.0.0-x+y" });
  t.equal(found.href, "https://host.example/npm/@scope/agent/-/agent-1.0.0-x%2By.tgz");
  t.end();
});

t.test("D26 http is refused, unless the registry is on loopback", (t) => {
  const wanted = { name: "a", version: "1.0.0" };
  t.throws(() => tarballAddress(new URL("http://host.example/"), wanted), { code: "refused" });
  t.equal(tarballAddress(new URL("http://127.0.0.1:4873/"), wanted).protocol, "http:");
  t.equal(tarballAddress(new URL("http://localhost:4873/"), wanted).protocol, "http:");
  t.end();
});

for (const name of [
  "../etc",
  "@scope",
  "@a/b/c",
  "a/b",
  "",
  "a b",
  "https://x.example",
  ".hidden",
]) {
  t.test(`not a package's name: ${JSON.stringify(name)}`, (t) => {
    t.throws(() => registryOf(name, { registry: "https://host.example" }), PaddockError);
    t.end();
  });
}

for (const address of [undefined, "", "host.example", "file:///etc/passwd"]) {
  t.test(`not a registry: ${String(address)}`, (t) => {
    t.throws(() => registryOf("a", { registry: address }), { code: "failed" });
    t.end();
  });
}
