/** Compares versions by their numbers, `1.27` with `1.27.1` or `5.8.6-dev`: negative where the first is the older. What follows the numbers does not count. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbers(one), numbers(other)];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbers(version: string): readonly number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "").split(".").map(Number);
}

/** The day of a passt release, as `2025.05.03`: its versions are days, in its own words (`2025_05_03.587980c`) or in a package's (`0.0~git20250503.587980c`). */
export function passtDay(text: string): string | undefined {
  const day = /(?<year>20\d\d)_?(?<month>[01]\d)_?(?<day>[0-3]\d)/.exec(text)?.groups;
  return day && `${day["year"] ?? ""}.${day["month"] ?? ""}.${day["day"] ?? ""}`;
}
