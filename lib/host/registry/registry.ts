import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { PaddockError } from "../../errors.ts";
import type { JsonObject } from "../../json-object.ts";
import {
  attestationsAddress,
  keysAddress,
  packumentAddress,
  registryOf,
  tarballAddress,
} from "./addresses.ts";
import type { NpmSettings } from "./npm-settings.ts";
import { readJsonAnswer, refuseStatus } from "./read-answer.ts";
import { ask } from "./transport/ask.ts";
import type { Patience } from "./transport/ask.ts";
import type { Answer } from "./transport/get.ts";
import { createTurns } from "./transport/turns.ts";

/** A release to download; `sha512` is hex. */
export interface WantedTarball {
  readonly name: string;
  readonly version: string;
  readonly tarball?: string;
  readonly sha512: string;
}

/** The registries as npm is configured to reach them, at most two requests at a time. */
export interface Registry {
  /** The full document, its shape unread. */
  readonly packument: (name: string) => Promise<JsonObject>;
  /** The bytes of a release, whose sha512 is checked. */
  readonly tarball: (wanted: WantedTarball) => Promise<Buffer>;
  /** The document with the keys that the registry of `name` signs with; undefined when it publishes none. */
  readonly signingKeys: (name: string) => Promise<JsonObject | undefined>;
  /** The attestations at the address that a release names; undefined when the registry does not serve them. */
  readonly attestations: (name: string, address: string) => Promise<JsonObject | undefined>;
}

export interface RegistryLimits {
  readonly documentBytes: number;
  readonly tarballBytes: number;
  readonly documentTimeoutMs: number;
  readonly tarballTimeoutMs: number;
}

export const REGISTRY_LIMITS: RegistryLimits = {
  documentBytes: 128 * 1024 * 1024,
  tarballBytes: 512 * 1024 * 1024,
  documentTimeoutMs: 60_000,
  tarballTimeoutMs: 600_000,
};

/** Real time. */
export const PATIENCE: Patience = {
  now: () => new Date(),
  random: Math.random,
  sleep: async (ms) => {
    await delay(ms);
  },
};

/** Registries behind npm's settings. */
export function createRegistry(
  settings: NpmSettings,
  limits: RegistryLimits = REGISTRY_LIMITS,
  patience: Patience = PATIENCE,
): Registry {
  const turns = createTurns(2);
  const askFor = async (address: URL, kind: "document" | "tarball"): Promise<Answer> =>
    turns(async () =>
      ask(address, settings, {
        accept: kind === "document" ? "application/json" : "*/*",
        sizeLimit: kind === "document" ? limits.documentBytes : limits.tarballBytes,
        timeoutMs: kind === "document" ? limits.documentTimeoutMs : limits.tarballTimeoutMs,
        patience,
      }),
    );
  const find = (name: string): URL => registryOf(name, settings.options);
  return {
    packument: async (name) => {
      const answer = await askFor(packumentAddress(find(name), name), "document");
      return readJsonAnswer(name, answer) ?? readGravestone(name, answer);
    },
    tarball: async (wanted) =>
      checkTarball(wanted, await askFor(tarballAddress(find(wanted.name), wanted), "tarball")),
    signingKeys: async (name) => {
      const answer = await askFor(keysAddress(find(name)), "document");
      // Registries that know no such question say so in their own ways; npm takes the first of these as "none" too.
      if ([400, 405, 501].includes(answer.status)) return undefined;
      return readJsonAnswer("its signing keys", answer);
    },
    attestations: async (name, named) => {
      const address = attestationsAddress(find(name), named);
      if (address === undefined) return undefined;
      return readJsonAnswer(`the attestations of ${name}`, await askFor(address, "document"));
    },
  };
}

/** An unpublished package may come with status 404 and the date in the body. */
function readGravestone(name: string, answer: Answer): JsonObject {
  try {
    const document = readJsonAnswer(name, { ...answer, status: 200 });
    if (document?.["time"] !== undefined) return document;
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
  }
  throw new PaddockError("package-unknown", `The registry has no package ${name}.`, {
    fix: "Check the name, and whether npm's `registry` setting names the right registry.",
  });
}

function checkTarball(wanted: WantedTarball, answer: Answer): Buffer {
  const what = `${wanted.name}@${wanted.version}`;
  if ([404, 410].includes(answer.status)) {
    throw new PaddockError("package-unknown", `The registry has no archive of ${what}.`, {
      fix: "The release may have been withdrawn: choose another.",
    });
  }
  refuseStatus(what, answer);
  const found = createHash("sha512").update(answer.body).digest("hex");
  if (found !== wanted.sha512.toLowerCase()) {
    throw new PaddockError("integrity-wrong", `The archive of ${what} is not what was promised.`, {
      fix: `Do not use it: its sha512 begins with ${found.slice(0, 16)}, expected ${wanted.sha512.slice(0, 16)}.`,
    });
  }
  return answer.body;
}
