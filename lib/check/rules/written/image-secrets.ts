import type { Instruction } from "../../../containerfile/containerfile.ts";
import { finder, type CheckFinding, type RuleTable } from "../../finding.ts";
import { imageInstructions, type Reading } from "../../reading.ts";
import { hasUserInfo, holdsSecret, isProxyName } from "../secret-names.ts";

const OWN = {
  "secret-in-image": {
    severity: "error",
    why: "A value of ENV or ARG is stored in the image, for everyone who can read it.",
    fix: "Remove it, revoke it, and log in within the sandbox; a build takes secrets with RUN --mount=type=secret.",
  },
  "proxy-in-image": {
    severity: "error",
    why: "A proxy's address with user and password is stored in the image and handed to every agent.",
    fix: "Write the address without credentials, or leave it out.",
  },
} as const satisfies RuleTable;

/** What must not be stored in an image. */
export const IMAGE_SECRET_RULES: RuleTable = OWN;

const found = finder(OWN);

/** Secrets in ENV and ARG; their values are never shown. */
export function checkImageSecrets(reading: Reading): CheckFinding[] {
  const { globals } = reading.containerfile;
  return [...globals, ...imageInstructions(reading)].flatMap(checkInstruction);
}

function checkInstruction(instruction: Instruction): CheckFinding[] {
  switch (instruction.kind) {
    case "environment":
      return instruction.properties.flatMap(({ key, value, range }) =>
        checkValue(key.text, value.inner.text, range),
      );
    case "argument":
      return instruction.declarations.flatMap(({ name, default: value, word }) =>
        value === undefined ? [] : checkValue(name, value.inner.text, word.range),
      );
    case "from":
    case "label":
    case "onbuild":
    case "other":
      return [];
  }
}

function checkValue(name: string, value: string, range: CheckFinding["range"]): CheckFinding[] {
  if (isProxyName(name)) {
    if (!hasUserInfo(value)) return [];
    return [found("proxy-in-image", { range, message: `${name} holds a user and a password.` })];
  }
  if (!holdsSecret(name, value)) return [];
  return [found("secret-in-image", { range, message: `${name} looks like a secret.` })];
}
