import { ALLOW_COMMENT_RULES } from "./allow-comments.ts";
import type { RuleTable } from "./finding.ts";
import { ALLOW_RULES } from "./launch/check-launch.ts";
import { IMAGE_WORD_RULES } from "./launch/image-word.ts";
import { FLAG_RULES } from "./launch/placed-flags.ts";
import { MOUNT_RULES } from "./launch/placed-mounts.ts";
import { LABEL_TEXT_RULES } from "./launch/placed-words.ts";
import { QUOTE_RULES } from "./launch/quotes.ts";
import { ENVIRONMENT_RULES } from "./rules/granted/environment.ts";
import { FOLDER_RULES } from "./rules/granted/folders.ts";
import { MACHINE_RULES } from "./rules/granted/machine.ts";
import { WALL_RULES } from "./rules/granted/walls.ts";
import { LAUNCH_RULES } from "./rules/launch-rules.ts";
import { INSTALL_RULES } from "./rules/written/installs.ts";
import { PIN_RULES } from "./rules/written/pins.ts";
import { CONTINUATION_RULES } from "./rules/written/continuations.ts";
import { IMAGE_SECRET_RULES } from "./rules/written/image-secrets.ts";
import { LABEL_FORM_RULES } from "./rules/written/label-forms.ts";
import { LABEL_RULES } from "./rules/written/labels.ts";
import { MACHINE_FILE_RULES } from "./rules/written/machine-file.ts";
import { VARIABLE_RULES } from "./rules/written/variables.ts";

const FILE_RULES = {
  syntax: {
    severity: "error",
    why: "A Containerfile that the builder refuses, or that two readers read differently, is not built and not launched.",
    fix: "Write it as the finding says.",
  },
  base: {
    severity: "error",
    why: "What an image inherits cannot be known where the Containerfile below cannot be read.",
    fix: "Mend the profile below, or name another image in FROM.",
  },
} as const satisfies RuleTable;

/** Every rule by its name: those about the file, the label and its text, then those about what it grants. */
export const RULES: RuleTable = {
  ...FILE_RULES,
  ...ALLOW_COMMENT_RULES,
  ...LABEL_RULES,
  ...LABEL_FORM_RULES,
  ...VARIABLE_RULES,
  ...CONTINUATION_RULES,
  ...LABEL_TEXT_RULES,
  ...QUOTE_RULES,
  ...FLAG_RULES,
  ...MOUNT_RULES,
  ...IMAGE_WORD_RULES,
  ...ALLOW_RULES,
  ...WALL_RULES,
  ...MACHINE_RULES,
  ...ENVIRONMENT_RULES,
  ...FOLDER_RULES,
  ...IMAGE_SECRET_RULES,
  ...MACHINE_FILE_RULES,
  ...INSTALL_RULES,
  ...PIN_RULES,
  ...LAUNCH_RULES,
};

/** The page about a rule, as a path of the package. */
export function rulePage(rule: string): string {
  return `docs/rules.md#${rule}`;
}
