import { PaddockError } from "../../errors.ts";
import type { ProfilesHost } from "../../profile/lookup.ts";
import { findPlacedPins } from "../pins/placed-pins.ts";
import type { PlacedPin } from "../pins/placed-pins.ts";
import type { Receipt } from "./receipt.ts";

/** The pin that a receipt is of, as it is now; PaddockError "failed" where its Containerfile has it no more. */
export function placedPin(host: ProfilesHost, receipt: Receipt): PlacedPin {
  const { agent, containerfile } = receipt;
  const found = findPlacedPins(host).pins.find(
    ({ pin, profile }) => pin.agent === agent && profile.containerfile === containerfile,
  );
  if (found !== undefined) return found;
  throw new PaddockError("failed", `${containerfile} pins no ${agent} any more.`, {
    fix: "Nothing was changed. Write the pin back by hand.",
  });
}

/** The pins that receipts are of, as they are now. */
export function placedPins(host: ProfilesHost, receipts: readonly Receipt[]): readonly PlacedPin[] {
  return receipts.map((receipt) => placedPin(host, receipt));
}
