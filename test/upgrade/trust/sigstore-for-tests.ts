import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { createServer } from "node:http";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fulcioHandler, initializeCA, initializeTLog, rekorHandler } from "@sigstore/mock";
import { attest } from "sigstore";
import { createBundleVerifier } from "../../../lib/host/registry/bundle-verifier.ts";
import type { BundleVerifier } from "../../../lib/host/registry/bundle-verifier.ts";
import { certificateLog } from "./certificate-log-for-tests.ts";

type Test = Pick<(typeof import("tap"))["t"], "teardown" | "testdirName">;

export interface TestSigstore {
  readonly verifier: BundleVerifier;
  /** The bundle of a statement, signed by a workflow with these claims in its token. */
  readonly attest: (statement: object, claims: Readonly<Record<string, string>>) => Promise<object>;
}

/** A sigstore of its own, with real keys: an authority, logs, and the TUF repository that tells to trust them. */
export async function testSigstore(t: Test, name: string): Promise<TestSigstore> {
  const keys = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const ctLog = certificateLog(keys);
  const authority = await initializeCA(keys, ctLog);
  const files = new Map<string, Buffer>();
  const handlers = new Map([[fulcioHandler(authority).path, fulcioHandler(authority).fn]]);
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    if (request.method === "GET") {
      const file = files.get(path);
      response.writeHead(file === undefined ? 404 : 200).end(file);
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const answer = await handlers.get(path)?.(Buffer.concat(chunks).toString("utf8"));
      response.writeHead(answer?.statusCode ?? 404, {
        "content-type": answer?.contentType ?? "text/plain",
      });
      response.end(answer?.response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const address = `http://127.0.0.1:${String(port)}`;
  const log = await initializeTLog(address, keys);
  handlers.set(rekorHandler(log).path, rekorHandler(log).fn);

  const trustedRoot = rootOfTrust({
    authority: authority.rootCertificate,
    log: log.publicKey,
    ctLog: ctLog.publicKey,
    ctLogId: ctLog.logID,
    address,
  });
  const root = serveTuf(files, "/tuf", Buffer.from(JSON.stringify(trustedRoot)));
  const directory = join(t.testdirName, name);
  await mkdir(join(directory, "cache"), { recursive: true });
  t.teardown(async () => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, "root.json"), root);
  return {
    verifier: createBundleVerifier({
      cacheDirectory: join(directory, "cache"),
      trustRoot: { address: `${address}/tuf`, rootFile: join(directory, "root.json") },
    }),
    attest: async (statement, claims) =>
      attest(Buffer.from(JSON.stringify(statement)), "application/vnd.in-toto+json", {
        fulcioURL: address,
        rekorURL: address,
        identityToken: tokenOf(claims),
        // As npm publishes; the test log keeps entries of this form as a real one does.
        legacyCompatibility: true,
        retry: { retries: 0 },
      }),
  };
}

/** An identity token as a build service gives one; the test authority does not look at its signature. */
function tokenOf(claims: Readonly<Record<string, string>>): string {
  const parts = [JSON.stringify({ alg: "none" }), JSON.stringify(claims), "none"];
  return parts.map((part) => Buffer.from(part).toString("base64url")).join(".");
}

interface RootParts {
  readonly authority: Buffer;
  readonly log: Buffer;
  readonly ctLog: Buffer;
  readonly ctLogId: Buffer;
  readonly address: string;
}

function rootOfTrust(parts: RootParts): object {
  const validFor = { start: "2020-01-01T00:00:00Z" };
  const logOf = (key: Buffer, id: Buffer): object => ({
    baseUrl: parts.address,
    hashAlgorithm: "SHA2_256",
    publicKey: {
      rawBytes: key.toString("base64"),
      keyDetails: "PKIX_ECDSA_P256_SHA_256",
      validFor,
    },
    logId: { keyId: id.toString("base64") },
  });
  return {
    mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    tlogs: [logOf(parts.log, createHash("sha256").update(parts.log).digest())],
    certificateAuthorities: [
      {
        subject: { organization: "sigstore.mock", commonName: "sigstore" },
        uri: parts.address,
        certChain: { certificates: [{ rawBytes: parts.authority.toString("base64") }] },
        validFor,
      },
    ],
    ctlogs: [logOf(parts.ctLog, parts.ctLogId)],
    timestampAuthorities: [],
  };
}

/** A TUF repository with one target, all roles signed by one key; answers its root. */
function serveTuf(files: Map<string, Buffer>, base: string, target: Buffer): Buffer {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("hex");
  const key = { keytype: "ed25519", scheme: "ed25519", keyval: { public: raw } };
  const keyId = createHash("sha256").update(canonical(key)).digest("hex");
  const role = { keyids: [keyId], threshold: 1 };
  const common = { spec_version: "1.0.0", version: 1, expires: "2999-01-01T00:00:00Z" };
  const signed = (part: object): Buffer => signedFile(part, privateKey, keyId);
  const root = signed({
    _type: "root",
    ...common,
    consistent_snapshot: false,
    keys: { [keyId]: key },
    roles: { root: role, timestamp: role, snapshot: role, targets: role },
  });
  const sha256 = createHash("sha256").update(target).digest("hex");
  files.set(`${base}/1.root.json`, root);
  files.set(
    `${base}/timestamp.json`,
    signed({ _type: "timestamp", ...common, meta: { "snapshot.json": { version: 1 } } }),
  );
  files.set(
    `${base}/snapshot.json`,
    signed({ _type: "snapshot", ...common, meta: { "targets.json": { version: 1 } } }),
  );
  files.set(
    `${base}/targets.json`,
    signed({
      _type: "targets",
      ...common,
      targets: { "trusted_root.json": { length: target.length, hashes: { sha256 } } },
    }),
  );
  files.set(`${base}/targets/trusted_root.json`, target);
  return root;
}

function signedFile(part: object, key: KeyObject, keyId: string): Buffer {
  const signature = sign(null, Buffer.from(canonical(part)), key).toString("hex");
  return Buffer.from(
    JSON.stringify({ signed: part, signatures: [{ keyid: keyId, sig: signature }] }),
  );
}

/** JSON with sorted names and no blanks, as TUF signs it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`).join(",")}}`;
}
