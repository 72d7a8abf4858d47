import { PaddockError } from "../../errors.ts";

/** One field as Go's encoding/csv reads it back: quoted where it holds a comma, a quote or a line end, else bare. */
export function csvField(text: string): string {
  // Go's reader turns \r\n inside quotes into \n, so such a text cannot be written down at all.
  if (text.includes("\r\n") || text.endsWith("\r")) {
    throw new PaddockError("refused", "A value holds a carriage return, which Podman would drop.", {
      fix: "Rename the directory.",
    });
  }
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The fields of a text that Go's encoding/csv reads as exactly one record; an empty text has none.
 * @throws PaddockError("argv-invalid") where Podman refuses it, and where it would read the first of several records and drop the rest.
 */
export function readCsvRecord(text: string): string[] {
  if (text === "") return [];
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const field = text[at] === '"' ? readQuoted(text, at) : readBare(text, at);
    fields.push(field.text);
    if (field.end === text.length) return fields;
    at = field.end + 1;
  }
}

interface Field {
  readonly text: string;
  /** The place of the comma that ends it, or the text's length. */
  readonly end: number;
}

function readBare(text: string, start: number): Field {
  const comma = text.indexOf(",", start);
  const end = comma === -1 ? text.length : comma;
  const field = text.slice(start, end);
  if (/["\n\r]/.test(field)) throw unreadable(text);
  return { text: field, end };
}

function readQuoted(text: string, start: number): Field {
  let field = "";
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char !== '"') {
      field += char;
    } else if (text[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (at + 1 === text.length || text[at + 1] === ",") {
      return { text: field.replaceAll("\r\n", "\n"), end: at + 1 };
    } else {
      break;
    }
  }
  throw unreadable(text);
}

function unreadable(text: string): PaddockError {
  return new PaddockError(
    "argv-invalid",
    `${JSON.stringify(text)} is not one list of comma-separated values.`,
    {
      fix: 'Put a value that holds a comma, a quote or a line end in double quotes, and write each quote in it as "".',
    },
  );
}
