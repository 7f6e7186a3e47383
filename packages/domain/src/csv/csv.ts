/**
 * Matches where a spreadsheet may see the start of a formula: formula signs, also in full width, after any characters that it skips. Not
 * only at the start of a text: where the list separator is a semicolon, a file with commas is split inside the quotes too, and the rest
 * becomes a cell.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const FORMULA = /(?<=^|[;,\t\r\n])(?=[\s\u0000-\u001f"']*[=+\-@＝＋－＠])/g

/** Matches an apostrophe that stands where {@link csvCell} puts one. */
// oxlint-disable-next-line no-control-regex -- as above
const APOSTROPHE = /(?<=^|[;,\t\r\n])'(?=[\s\u0000-\u001f"']*[=+\-@＝＋－＠])/g

/** The text that {@link csvCell} wrote to a cell, without the apostrophes before possible formulas. */
export const csvText = (cell: string): string => cell.replaceAll(APOSTROPHE, '')

/** One cell (RFC 4180). An apostrophe before each possible formula makes it a text, as OWASP's page on CSV injection advises. */
export const csvCell = (value: string): string => `"${value.replaceAll(FORMULA, "'").replaceAll('"', '""')}"`

/** One line of a CSV file, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** The first line of a CSV file. The byte order mark tells spreadsheets that this is UTF-8. */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${csvLine(columns)}`
