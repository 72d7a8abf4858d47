/** What npm's configuration, and its choice among builds of native code, are read from. */
export interface NpmSource {
  /** It may hold credentials, and is never printed. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly execPath: string;
  /** In Node's words: `x64`, `arm64`, ... */
  readonly architecture: string;
}
