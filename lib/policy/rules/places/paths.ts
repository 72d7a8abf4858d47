import { isWithin } from "../../../is-within.ts";

/** An absolute path without `.`, `..`, doubled or trailing slashes, taken from `base` where it is relative. */
export function resolvePath(base: string, path: string): string {
  const names: string[] = [];
  for (const name of (path.startsWith("/") ? path : `${base}/${path}`).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

/** Whether one of two paths is the other or lies in it. */
export function overlaps(path: string, other: string): boolean {
  return isWithin(path, other) || isWithin(other, path);
}

/** The folder below which everything lies that a glob pattern can match. */
export function globFolder(pattern: string): string {
  const names = pattern.split("/");
  const wild = names.findIndex((name) => /[*?[\\]/.test(name));
  return names.slice(0, wild === -1 ? -1 : wild).join("/") || "/";
}
