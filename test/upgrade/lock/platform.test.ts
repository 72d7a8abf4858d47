import t from "tap";
import { allowsLinux, platformOfName } from "../../../lib/upgrade/lock/platform.ts";

const names: Record<string, [os: string, cpu: string | undefined] | undefined> = {
  "opencode-darwin-x64-baseline": ["darwin", "x64"],
  "opencode-windows-arm64": ["win32", "arm64"],
  "@openai/codex-win32-x64": ["win32", "x64"],
  "@a/b-android-arm-eabi": ["android", "arm"],
  "@a/b-darwin-universal": ["darwin", undefined],
  "opencode-linux-x64-musl": ["linux", "x64"],
  "@img/sharp-linuxmusl-arm64": ["linux", "arm64"],
  "a-x64-musl": ["linux", "x64"],
  "darwin-and-linux": ["linux", undefined],
  "darwin-and-windows": undefined,
  "node-pty": undefined,
  keytar: undefined,
};
for (const [name, platform] of Object.entries(names)) {
  const [os, cpu] = platform ?? [];
  t.strictSame(platformOfName(name), platform && { os, cpu }, `the platform of ${name}`);
}

const systems: [os: unknown, allowed: boolean][] = [
  [undefined, true],
  [["linux"], true],
  [["darwin", "linux"], true],
  ["linux", true],
  [["any"], true],
  [["!win32"], true],
  [["!linux"], false],
  [["darwin"], false],
  [["!darwin", "win32"], false],
  [["linux", "!linux"], false],
];
for (const [os, allowed] of systems)
  t.equal(allowsLinux({ os }), allowed, `os ${JSON.stringify(os)}`);
