/**
 * A file name for a text: 16 hex digits, quick to make. It protects nothing: what lies in such a file says itself what it is
 * of, and two texts of one name only keep each other from being remembered. (sha256 would take as long to load as the rest
 * of a launch.)
 */
export function recordName(text: string): string {
  return hash(text, 0x811c9dc5) + hash(text, 0x01000193);
}

// FNV-1a over UTF-16 units.
function hash(text: string, start: number): string {
  let value = start;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, "0");
}
