const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  k: 2 ** 10,
  m: 2 ** 20,
  g: 2 ** 30,
  t: 2 ** 40,
  p: 2 ** 50,
};
const NAMES: Readonly<Record<string, string>> = {
  "": " bytes",
  b: " bytes",
  k: " KiB",
  m: " MiB",
  g: " GiB",
  t: " TiB",
  p: " PiB",
};
const SIZE = /^(?<number>\d+(?:\.\d+)?) ?(?<unit>[bkmgtp]?)(?:(?<=[kmgtp])i?b)?$/i;

/** The bytes that Podman reads in a size such as `2048m`; undefined for what is none. */
export function readSize(text: string): number | undefined {
  const { number, unit } = SIZE.exec(text)?.groups ?? {};
  return number === undefined
    ? undefined
    : Number(number) * (UNITS[unit?.toLowerCase() ?? ""] ?? 1);
}

/** A size as people write it: `2048m` is `2048 MiB`; what is no size stays as it is. */
export function sizeInWords(text: string): string {
  const { number, unit } = SIZE.exec(text)?.groups ?? {};
  return number === undefined ? text : `${number}${NAMES[unit?.toLowerCase() ?? ""] ?? ""}`;
}
