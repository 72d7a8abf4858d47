import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../../scripts/unenforced", import.meta.url));

/** The flags that a shipped label needs on this machine: what scripts/start passes too. */
export function acceptedHere(): readonly string[] {
  const said = execFileSync(SCRIPT, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return said.split("\n").filter(Boolean);
}
