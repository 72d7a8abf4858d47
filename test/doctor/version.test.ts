import tap from "tap";
import { compareVersions, passtDay } from "../../lib/doctor/version.ts";

const orders: readonly [one: string, other: string, sign: number][] = [
  ["1.27", "1.27", 0],
  ["1.27", "1.27.0", 0],
  ["1.27", "1.27.1", -1],
  ["1.9", "1.27", -1],
  ["5.10.2", "5.9.9", 1],
  ["5.8.6-dev", "5.8.6", 0],
  ["2025.05.03", "2026.10.01", -1],
  ["", "0.1", -1],
];
for (const [one, other, sign] of orders) {
  tap.equal(Math.sign(compareVersions(one, other)), sign, `${one} and ${other}`);
  tap.equal(Math.sign(compareVersions(other, one)), sign === 0 ? 0 : -sign, `${other} and ${one}`);
}

const days: readonly [text: string, day: string | undefined][] = [
  ["passt 2025_05_03.587980c", "2025.05.03"],
  ["passt_0.0~git20250503.587980c-2+deb13u1_amd64", "2025.05.03"],
  ["passt-0^20261012.g8ec1341-1.fc44.x86_64", "2026.10.12"],
  ["pasta 2026_10_30.1a2b3c4", "2026.10.30"],
  ["", undefined],
  ["pasta unknown version", undefined],
];
for (const [text, day] of days) tap.equal(passtDay(text), day, text || "nothing");
