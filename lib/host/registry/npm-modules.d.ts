// The libraries of npm that come without types: only what is used here.

declare module "@npmcli/config" {
  interface ConfigOptions {
    readonly definitions: object;
    readonly shorthands: object;
    readonly flatten: (from: object, into: object) => void;
    readonly npmPath: string;
    readonly env: Record<string, string | undefined>;
    readonly argv: readonly string[];
    readonly execPath: string;
    readonly cwd: string;
    readonly warn: boolean;
  }
  export default class Config {
    constructor(options: ConfigOptions);
    load(): Promise<void>;
    validate(): boolean;
    get(key: string): unknown;
    /** The name of the place that a value comes from; null for one that is set nowhere. */
    find(key: string): string | null;
    readonly data: ReadonlyMap<string, { readonly source: unknown; readonly loadError: unknown }>;
    readonly flat: Readonly<Record<string, unknown>>;
  }
}

declare module "@npmcli/config/lib/definitions/index.js" {
  interface Definitions {
    readonly definitions: object;
    readonly shorthands: object;
    readonly nerfDarts: readonly string[];
    readonly flatten: (from: object, into: object) => void;
  }
  const definitions: Definitions;
  export default definitions;
}

declare module "make-fetch-happen" {
  interface FetchOptions {
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: "manual";
    readonly retry: false;
    readonly timeout: number;
    readonly signal: AbortSignal;
    readonly strictSSL: boolean;
    readonly ca: string | readonly string[] | undefined;
    readonly cert: string | undefined;
    readonly key: string | undefined;
    readonly localAddress: string | undefined;
    readonly proxy: string | undefined;
    readonly noProxy: readonly string[] | undefined;
  }
  interface FetchResponse {
    readonly status: number;
    readonly headers: { get(name: string): string | null };
    readonly body: AsyncIterable<Uint8Array> & { destroy(): void };
  }
  export default function fetch(address: string, options: FetchOptions): Promise<FetchResponse>;
}

declare module "npm-registry-fetch/lib/auth.js" {
  /** Credentials for one address; `token` and `auth` are for the Authorization header, `cert` and `key` for TLS. */
  interface Auth {
    readonly token: string | null;
    readonly auth: string | null;
    readonly cert: string | null;
    readonly key: string | null;
  }
  export default function getAuth(
    address: string,
    options: Readonly<Record<string, unknown>>,
  ): Auth;
}
