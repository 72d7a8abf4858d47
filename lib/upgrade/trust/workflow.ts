import { repositoryName } from "./repository-name.ts";

/** The workflow that built a release, as the certificate of its provenance names it. */
export interface Workflow {
  /** `host/owner/name`, in lower case. */
  readonly repository: string;
  /** The workflow's file in the repository; with its own repository before it where it is shared from another. */
  readonly file: string;
  readonly ref: string;
}

/** The issuers that npm takes provenance from, and how each writes a workflow. */
const ISSUERS: Readonly<Record<string, RegExp>> = {
  "https://token.actions.githubusercontent.com":
    /^https:\/\/(?<repository>github\.com\/[^/]+\/[^/]+)\/(?<file>[^@]+)@(?<ref>.+)$/u,
  "https://gitlab.com": /^https:\/\/(?<repository>gitlab\.com\/.+?)\/\/(?<file>[^@]+)@(?<ref>.+)$/u,
};

/** Reads what a certificate names; undefined when no build service that is known vouches for it. */
export function readWorkflow(certificate: {
  readonly subject?: string;
  readonly issuer?: string;
  readonly sourceRepository?: string;
}): Workflow | undefined {
  const groups = ISSUERS[certificate.issuer ?? ""]?.exec(certificate.subject ?? "")?.groups;
  if (groups === undefined) return undefined;
  const own = (groups["repository"] ?? "").toLowerCase();
  const repository = repositoryName(certificate.sourceRepository) ?? own;
  const file = groups["file"] ?? "";
  return {
    repository,
    file: repository === own ? file : `${own}/${file}`,
    ref: groups["ref"] ?? "",
  };
}
