const UNITS = "bkmgtp";

/** Bytes of a size as Podman and mount(8) write it (`512m`, `2GiB`, `1048576`), in powers of 1024; NaN for anything else, a percentage too. */
export function byteSize(text: string): number {
  const match = /^(?<number>\d+(?:\.\d+)?)\s*(?<unit>[bkmgtp]?)(?:i?b)?$/i.exec(text.trim());
  const { number, unit } = match?.groups ?? {};
  if (number === undefined) return Number.NaN;
  return Math.floor(
    Number(number) * 1024 ** Math.max(0, UNITS.indexOf((unit || "b").toLowerCase())),
  );
}

/** The same in words, in the largest unit that leaves at most one decimal. */
export function sizeInWords(bytes: number): string {
  if (Number.isNaN(bytes)) return "an unreadable size";
  const names = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let [value, at] = [bytes, 0];
  while (value >= 1024 && at < names.length - 1) [value, at] = [value / 1024, at + 1];
  return `${Number(value.toFixed(1))} ${names[at] ?? ""}`;
}
