/** Rows in columns, two blanks apart where that fits, else one. */
export function alignRows(
  rows: readonly (readonly string[])[],
  columns: number,
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const wide = widths.reduce((sum, width) => sum + width, 2 * (widths.length - 1));
  const gap = wide <= columns ? "  " : " ";
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}
