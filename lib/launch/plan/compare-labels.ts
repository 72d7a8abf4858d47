import { PaddockError } from "../../errors.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";
import { EGRESS_LABEL } from "../../egress/allowlist/egress-list.ts";
import type { LaunchPlan } from "./plan-launch.ts";

/** Refuses a launch whose image is missing, or carries other words than its Containerfile: one of the two was changed by hand. */
export function compareWithImage(plan: LaunchPlan, images: ImagesByName): void {
  const { profile } = plan;
  const image = images.get(profile.tag);
  if (image === undefined) {
    throw new PaddockError("failed", `There is no image ${profile.tag}.`, {
      fix: `Run \`paddock build ${profile.name}\`, or leave --no-build out.`,
    });
  }
  const decides = (key: string): boolean =>
    key.toLowerCase() === plan.label.key.toLowerCase() ||
    key === "paddock.allow" ||
    key === EGRESS_LABEL;
  const keys = new Set([...Object.keys(plan.labels), ...Object.keys(image.labels)]);
  for (const key of [...keys].filter(decides)) {
    const [written, stored] = [plan.labels[key], image.labels[key]];
    if (written === stored) continue;
    throw new PaddockError(
      "refused",
      `The image ${profile.tag} carries another label ${key} than its Containerfile.\n` +
        `  ${profile.containerfile}: ${shown(written)}\n  image: ${shown(stored)}`,
      { fix: `Run \`paddock rebuild ${profile.name}\` to make the image from the file.` },
    );
  }
}

function shown(value: string | undefined): string {
  return value === undefined ? "no such label" : JSON.stringify(value);
}
