import fetch from "make-fetch-happen";
import getAuth from "npm-registry-fetch/lib/auth.js";
import { PaddockError } from "../../../errors.ts";
import type { NpmSettings } from "../npm-settings.ts";
import { proxyFor } from "./proxy.ts";

/** One answer, whatever its status; redirects are followed already. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly body: Buffer;
}

export interface GetOptions {
  readonly accept: string;
  /** Bytes of the body after decompression. */
  readonly sizeLimit: number;
  /** For the whole answer. */
  readonly timeoutMs: number;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/** Asks once; each address on the way gets only the credentials that npm's configuration has for it. */
export async function get(
  address: URL,
  settings: NpmSettings,
  options: GetOptions,
): Promise<Answer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let here = address;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const response = await fetch(here.href, fetchOptions(here, settings, { ...options, signal }));
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) {
      return {
        status: response.status,
        contentType: response.headers.get("content-type") ?? "",
        retryAfter: response.headers.get("retry-after") ?? undefined,
        body: await readBody(response.body, options.sizeLimit, here),
      };
    }
    response.body.destroy();
    const next = URL.canParse(location, here.href) ? new URL(location, here.href) : undefined;
    if (next?.protocol !== "https:" && next?.protocol !== here.protocol) {
      throw unusable(here, "sends elsewhere, to an address without encryption");
    }
    here = next;
  }
  throw unusable(address, "sends from one address to another without end");
}

function fetchOptions(
  address: URL,
  settings: NpmSettings,
  options: GetOptions & { readonly signal: AbortSignal },
): Parameters<typeof fetch>[1] {
  const auth = getAuth(address.href, settings.options);
  const proxy = proxyFor(address, settings.proxies);
  const credentials =
    auth.token === null
      ? auth.auth === null
        ? undefined
        : `Basic ${auth.auth}`
      : `Bearer ${auth.token}`;
  return {
    headers: {
      accept: options.accept,
      ...(credentials === undefined ? {} : { authorization: credentials }),
    },
    redirect: "manual",
    retry: false,
    timeout: options.timeoutMs,
    signal: options.signal,
    strictSSL: settings.options["strictSSL"] !== false,
    ca: settings.certificateAuthorities,
    cert: auth.cert ?? text(settings.options["cert"]),
    key: auth.key ?? text(settings.options["key"]),
    localAddress: text(settings.options["localAddress"]),
    proxy,
    // Else the library reads the environment by itself, where an empty variable hides one that is set.
    noProxy: proxy === undefined ? [address.hostname] : ["none.invalid"],
  };
}

async function readBody(
  body: AsyncIterable<Uint8Array> & { destroy(): void },
  sizeLimit: number,
  address: URL,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > sizeLimit) {
      body.destroy();
      throw unusable(address, `answers with more than ${String(sizeLimit)} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unusable(address: URL, what: string): PaddockError {
  return new PaddockError("registry-answer-invalid", `The registry at ${address.host} ${what}.`, {
    fix: "Check that npm's `registry` setting names a package registry.",
  });
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
