import { type Policy } from "../policy.ts";
import { type Finding, type RuleContext } from "./finding.ts";

/** The image must be the profile's own: what was built, stamped and judged is what runs, and nothing is pulled. */
export function judgeImage(policy: Policy, context: RuleContext): Finding[] {
  return [...judgeName(policy, context), ...judgePull(policy)];
}

function judgeName({ image, rootfs }: Policy, context: RuleContext): Finding[] {
  if (rootfs || fullTag(image) !== fullTag(context.image)) {
    const what = rootfs ? `the host directory ${JSON.stringify(image)}` : JSON.stringify(image);
    return [
      {
        rule: "image",
        severity: "error",
        message: `The label starts ${what}, and this profile's image is ${context.image}.`,
        fix: fixFor(image, context),
      },
    ];
  }
  if (image === context.image) return [];
  return [
    {
      rule: "image-spelling",
      severity: "note",
      message: `${JSON.stringify(image)} is taken as ${context.image}.`,
      fix: `Write ${context.image}, so that Podman cannot find another image by that name.`,
    },
  ];
}

function fixFor(image: string, context: RuleContext): string {
  // A switch takes no next word: of `--rm false` the second is the image.
  if (/^(?:true|false)$/i.test(image)) return `Write =${image} right after the flag before it.`;
  return `Write ${context.image} after the flags. A profile whose base has a run label needs one of its own.`;
}

/** A tag with its parts that go without saying; a digest or another registry stays what it is. */
function fullTag(name: string): string {
  const local = name.startsWith("localhost/") ? name : `localhost/${name}`;
  return local.includes(":") || local.includes("@") ? local : `${local}:latest`;
}

function judgePull({ pull, removeImage, other }: Policy): Finding[] {
  const findings: Finding[] = [];
  if (pull !== undefined && pull.toLowerCase() !== "never") {
    findings.push({
      rule: "pull",
      severity: "error",
      message: `--pull=${pull} lets a launch fetch an image, and a launch never does.`,
      fix: "Leave it out, or write --pull=never.",
    });
  }
  if (removeImage) {
    findings.push({
      rule: "remove-image",
      severity: "error",
      message: "--rmi would remove the profile's image after the launch.",
      fix: "Use --rm.",
    });
  }
  for (const { flag } of other.filter(({ flag: name }) => PULL_FLAGS.has(name))) {
    findings.push({
      rule: "pull-flag",
      severity: "warning",
      message: `--${flag} matters only when an image is fetched or chosen, and a launch does neither.`,
      fix: "Leave it out.",
    });
  }
  return findings;
}

const PULL_FLAGS: ReadonlySet<string> = new Set([
  "arch",
  "authfile",
  "cert-dir",
  "creds",
  "decryption-key",
  "os",
  "platform",
  "retry",
  "retry-delay",
  "tls-verify",
  "variant",
]);
