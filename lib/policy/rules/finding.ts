/** What the rules say about one grant: an error stops a launch, a warning and a note are shown. */
export interface Finding {
  /** The rule's name, for instance `mount-home`. */
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly fix: string;
  /** The word of `LABEL paddock.allow` that allows it; absent where nothing does. */
  readonly allow?: string;
}

/** The facts of a machine and a profile that the rules need; paths are absolute. */
export interface RuleContext {
  /** The profile's own tag, for instance `localhost/paddock:latest`. */
  readonly image: string;
  readonly home: string;
  /** Paddock's data directory, where the agents' homes lie. */
  readonly dataHome: string;
  /** Paddock's own settings, state and cache: never mounted, whatever the label allows. */
  readonly protectedPaths: readonly string[];
  readonly runtimeDir?: string | undefined;
  /** What a relative path of the label starts from. */
  readonly workspace: string;
  /** What `parseAllow` made of `LABEL paddock.allow`. */
  readonly allow: ReadonlySet<string>;
  /** Follows symbolic links; of a path that does not exist, those of the part that does. */
  readonly realPath: (path: string) => string;
}

/** An error, or the note that stays of it where the label allows it by name. */
export function refuseUnless(
  allow: ReadonlySet<string>,
  finding: Omit<Finding, "severity">,
): Finding {
  const isAllowed = finding.allow !== undefined && allow.has(finding.allow);
  return isAllowed ? allowed(finding) : { ...finding, severity: "error" };
}

/** What every output shows of a grant that `paddock.allow` names. */
export function allowed(finding: Omit<Finding, "severity">): Finding {
  return {
    ...finding,
    severity: "note",
    message: `Allowed by the profile: ${finding.message}`,
    fix: `To refuse it, take ${finding.allow ?? finding.rule} out of LABEL paddock.allow.`,
  };
}
