/** What a text for strangers must not hold; each absent or empty one counts for nothing. */
export interface Personal {
  readonly user: string;
  readonly home: string;
  readonly hostName: string;
  /** The directory that the person is in: it may be named after the work. */
  readonly workspace: string | undefined;
}

// Beginnings that issuers of tokens give them, and anything long in which letters and digits are mixed.
const TOKENS =
  /\b(?:npm_|gh[opsu]_|github_pat_|glpat-|sk-|xox[a-z]-|AKIA)[\w-]+|\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/g;
const NAMED_SECRETS = /(?<name>\b\w*(?:token|secret|passw(?:or)?d|auth|key)\s*[=:]\s*)\S+/gi;
const CREDENTIALS = /(?<=\/\/)[^\s/@]+@/g;

/** Takes user, home, host, workspace and whatever looks like a secret out of a text. Rather a word too many than one too few. */
export function anonymous(text: string, personal: Personal): string {
  const { user, home, hostName, workspace = "" } = personal;
  const [shortName = ""] = hostName.split(".");
  const paths: readonly (readonly [path: string, word: string])[] = [
    [workspace, "WORKSPACE"],
    [home, "HOME"],
  ];
  const names: readonly (readonly [name: string, word: string])[] = [
    [hostName, "HOST"],
    [shortName, "HOST"],
    [user, "USER"],
  ];
  const replaced = paths
    .filter(([path]) => path.length > 1)
    // A path within another goes first.
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((all, [path, word]) => all.replaceAll(path, word), text)
    .replace(CREDENTIALS, "")
    .replace(NAMED_SECRETS, "$<name>SECRET")
    .replace(TOKENS, "SECRET");
  return names
    .filter(([name]) => name !== "" && name !== "localhost")
    .reduce((all, [name, word]) => all.replaceAll(wholeWord(name), word), replaced);
}

function wholeWord(name: string): RegExp {
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`, "g");
}
