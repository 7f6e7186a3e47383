/**
 * Matches each position at which a spreadsheet may see the start of a formula: before a formula sign, also in its full-width form, and
 * before the characters in front of it that spreadsheets skip. Such a position can also be inside a text: if the list separator is a
 * semicolon, spreadsheets split a cell of a comma-separated file even inside its quotes, and the rest becomes a cell of its own.
 */
// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const FORMULA = /(?<=^|[;,\t\r\n])(?=[\s\u0000-\u001f"']*[=+\-@＝＋－＠])/g

/** Matches an apostrophe at a position where {@link csvCell} inserts one. */
// oxlint-disable-next-line no-control-regex -- the pattern must match control characters
const APOSTROPHE = /(?<=^|[;,\t\r\n])'(?=[\s\u0000-\u001f"']*[=+\-@＝＋－＠])/g

/** Removes the apostrophes that {@link csvCell} inserted before possible formulas. */
export const csvText = (cell: string): string => cell.replaceAll(APOSTROPHE, '')

/**
 * One cell of a CSV file, in quotes (RFC 4180). An apostrophe before each possible formula makes it a text, as OWASP's page on CSV
 * injection advises.
 */
export const csvCell = (value: string): string => `"${value.replaceAll(FORMULA, "'").replaceAll('"', '""')}"`

/** One line of a CSV file, including its line break. */
export const csvLine = (cells: readonly string[], separator: ',' | ';' = ','): string =>
  `${cells.map(csvCell).join(separator)}\r\n`

/** The first line of a CSV file. The byte order mark tells spreadsheets that this is UTF-8. */
export const csvHead = (columns: readonly string[], separator: ',' | ';' = ','): string =>
  `\uFEFF${csvLine(columns, separator)}`
