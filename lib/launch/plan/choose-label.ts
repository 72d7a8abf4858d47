import type { EvaluatedLabel } from "../../containerfile/evaluate-image.ts";
import { PaddockError } from "../../errors.ts";
import { selectRunLabel } from "../../label/select-run-label.ts";
import type { Profile } from "../../profile/lookup.ts";
import { asRecord } from "./evaluated-labels.ts";

/** The label that defines a launch. */
export interface ChosenLabel {
  readonly key: string;
  readonly value: string;
  /** Comes from the image below, not from the profile's own Containerfile. */
  readonly inherited: boolean;
}

/** Picks the label of a launch as runlabel would, and refuses where that is unclear or empty. */
export function chooseLabel(
  profile: Profile,
  labels: readonly EvaluatedLabel[],
  name: string,
): ChosenLabel {
  const choice = selectRunLabel(asRecord(labels), name);
  switch (choice.kind) {
    case "found": {
      const label = labels.find(({ key }) => key === choice.key);
      const [doubt] = label?.doubts ?? [];
      if (doubt) {
        throw new PaddockError("label-invalid", `${profile.containerfile}: ${doubt.message}`, {
          fix: doubt.fix,
        });
      }
      return { key: choice.key, value: choice.value, inherited: label?.stage === undefined };
    }
    case "none":
      throw new PaddockError("label-invalid", `Profile ${profile.name} has no label ${name}.`, {
        fix: `Write LABEL ${name}="podman run ... ${profile.tag}" in ${profile.containerfile}.`,
      });
    case "several":
      throw new PaddockError(
        "refused",
        `Profile ${profile.name} has the labels ${choice.keys.join(" and ")}: Podman would take any of them.`,
        { fix: "Keep one; spell it as the base does, so that it replaces the inherited one." },
      );
    case "blank":
      throw new PaddockError("refused", `The label ${choice.key} of ${profile.name} is empty.`, {
        fix: `Such a profile cannot be run; write the launch into ${profile.containerfile}.`,
      });
  }
}
