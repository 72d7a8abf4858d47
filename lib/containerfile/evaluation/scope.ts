import { refusal } from "../refusal.ts";
import type { TextRange } from "../text-range.ts";
import type { Expansion } from "./words/expansion.ts";
import { platformVariables } from "./platform.ts";

export type Variables = ReadonlyMap<string, Expansion>;

/** What a build is started with, as far as values depend on it. */
export interface BuildInputs {
  readonly buildArgs?: Readonly<Record<string, string>>;
  /** `os/architecture[/variant]` that is built for and on; without it a value made from TARGETARCH and its like is doubtful. */
  readonly platform?: string;
}

/** Build arguments that need no ARG. */
const PREDEFINED = new Set(
  ["HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "NO_PROXY"].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]),
);

/** The PATH that the builder gives an image whose base has none. */
export const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The variables of one stage, or of the lines before the first FROM, as imagebuilder's Builder keeps them: ENV hides ARG. */
export class Scope {
  readonly #inputs: BuildInputs;
  readonly #globals: Variables;
  readonly #platform: Variables;
  readonly #arguments = new Map<string, Expansion>();
  readonly #environment: Map<string, Expansion>;

  constructor(inputs: BuildInputs, globals: Variables, environment: Variables) {
    this.#inputs = inputs;
    this.#globals = globals;
    this.#platform = platformVariables(inputs.platform);
    this.#environment = new Map(environment);
    for (const name of PREDEFINED) {
      const given = this.#given(name);
      if (given !== undefined) this.#arguments.set(name, given);
    }
  }

  readonly lookup = (name: string): Expansion | undefined =>
    this.#environment.get(name) ?? this.#arguments.get(name);

  get environment(): Variables {
    return this.#environment;
  }

  get arguments(): Variables {
    return this.#arguments;
  }

  /** `ARG name` or `ARG name=value`. */
  declareArgument(name: string, value: Expansion | undefined, range: TextRange): void {
    const platform = this.#platform.get(name);
    if (platform !== undefined && value !== undefined && /^(?:TARGET|BUILD)PLATFORM$/u.test(name)) {
      throw refusal(
        `ARG ${name} with a value, which only the builder may set`,
        range.start,
        "Remove the value.",
      );
    }
    const chosen = this.#given(name) ?? platform ?? value ?? this.#globals.get(name);
    if (chosen !== undefined) this.#arguments.set(name, chosen);
  }

  /** `ENV name=value`. */
  setEnvironment(name: string, value: Expansion, range: TextRange): void {
    if (name === "" || name.includes("=")) {
      throw refusal(
        "an ENV name that expands to nothing or holds a =",
        range.start,
        "Write the name out.",
      );
    }
    this.#environment.set(name, value);
  }

  #given(name: string): Expansion | undefined {
    const given = this.#inputs.buildArgs;
    return given !== undefined && Object.hasOwn(given, name)
      ? { value: given[name] ?? "", doubts: [] }
      : undefined;
  }
}
