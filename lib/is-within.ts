/** Whether a path is a folder or lies in it; both absolute and without links, dots and a slash at the end. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
