import type { ArgumentDeclaration, Containerfile } from "../../containerfile/containerfile.ts";
import { PaddockError } from "../../errors.ts";
import { findPinComments, type PinComment } from "./pin-comments.ts";
import { isExactVersion, isSha512Hex, type Pin } from "./pin.ts";

/** A declaration that belongs to a pair, with what it says. */
interface Half {
  readonly prefix: string;
  readonly part: "VER" | "HASH";
  readonly value: NonNullable<ArgumentDeclaration["default"]>["inner"];
  readonly declaration: ArgumentDeclaration;
}

/** What is wrong with a pin, and where. */
export interface Problem {
  readonly line: number;
  readonly what: string;
}

const PACKAGE_NAME = /^(?:@[a-z\d~][\w.~-]*\/)?[a-z\d~][\w.~-]*$/iu;

const FIX =
  "Write `ARG NAME_VER=1.2.3` and `ARG NAME_HASH=` with the 128 hex digits of the tarball's sha512 under `# renovate: datasource=npm depName=PACKAGE`, each with its default once in the file.";

/**
 * The pins of a Containerfile, in order: pairs of `ARG <NAME>_VER` and `ARG <NAME>_HASH` right under a comment
 * `# renovate: datasource=npm depName=<package>`. Throws PaddockError "containerfile-invalid" that lists, each with its line, such comments
 * without a whole pair, values that are no exact version or no sha512, and pins that are ambiguous: a second default for the same
 * name anywhere in the file, since a build of some target would see it.
 */
export function findPins(containerfile: Containerfile): readonly Pin[] {
  const { pins, problems } = readPins(containerfile);
  if (problems.length > 0) throw invalid(problems);
  return pins;
}

/** Everything that `findPins` refuses, in the order of the file. */
export function findPinProblems(containerfile: Containerfile): readonly Problem[] {
  return readPins(containerfile).problems;
}

function readPins(containerfile: Containerfile): {
  readonly pins: readonly Pin[];
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const pins: Pin[] = [];
  for (const comment of findPinComments(containerfile)) {
    const pin = readPin(comment);
    if ("what" in pin) problems.push(pin);
    else pins.push(pin);
  }
  for (const pin of pins) problems.push(...ambiguities(containerfile, pin));
  return { pins, problems: problems.toSorted((one, other) => one.line - other.line) };
}

function invalid(problems: readonly Problem[]): PaddockError {
  const listed = problems.map(({ line, what }) => `${what} at line ${String(line)}`);
  return new PaddockError("containerfile-invalid", listed.join("; "), { fix: FIX });
}

function readPin(comment: PinComment): Pin | Problem {
  const { package: name, line } = comment;
  if (name === undefined || !PACKAGE_NAME.test(name))
    return { line, what: "a renovate comment that names no npm package" };
  const [first, second] = comment.declarations;
  if (first === undefined) return { line, what: `no pin under the comment for ${name}` };
  const halves = [first, second].flatMap((declaration) => readHalf(declaration) ?? []);
  const version = halves.find(({ part }) => part === "VER");
  const hash = halves.find(({ part }) => part === "HASH");
  if (version === undefined || hash === undefined || version.prefix !== hash.prefix)
    return { line: lineOf(first), what: `half a pin for ${name}: not both _VER and _HASH` };
  if (!isExactVersion(version.value.text))
    return { line: lineOf(version.declaration), what: "a version that is not exact" };
  if (!isSha512Hex(hash.value.text))
    return { line: lineOf(hash.declaration), what: "a hash that is not 128 hex digits" };
  return {
    agent: version.prefix.toLowerCase().replaceAll("_", "-"),
    package: name,
    version: version.value.text,
    hash: hash.value.text,
    versionRange: version.value.range,
    hashRange: hash.value.range,
    line: lineOf(version.declaration),
  };
}

function readHalf(declaration: ArgumentDeclaration | undefined): Half | undefined {
  const match = /^(?<prefix>[A-Z][A-Z\d_]*)_(?<part>VER|HASH)$/u.exec(declaration?.name ?? "");
  const prefix = match?.groups?.["prefix"];
  if (declaration?.default === undefined || prefix === undefined) return undefined;
  const part = match?.groups?.["part"] === "VER" ? "VER" : "HASH";
  return { prefix, part, value: declaration.default.inner, declaration };
}

function ambiguities(containerfile: Containerfile, { agent }: Pin): Problem[] {
  const prefix = agent.toUpperCase().replaceAll("-", "_");
  return ["VER", "HASH"].flatMap((part) => {
    const name = `${prefix}_${part}`;
    const defaulted = containerfile.arguments.filter(
      (declaration) => declaration.name === name && declaration.default !== undefined,
    );
    if (defaulted.length < 2) return [];
    return defaulted.map((declaration) => ({
      line: lineOf(declaration),
      what: `an ambiguous pin: one of ${String(defaulted.length)} defaults of ${name}`,
    }));
  });
}

function lineOf({ nameRange }: ArgumentDeclaration): number {
  return nameRange.start.line;
}
