import type { AuditEntry } from '@winnow/contract'

const COLUMNS = [
  'time (UTC)',
  'user',
  'acting',
  'action',
  'object',
  'name',
  'id',
  'before',
  'after',
  'address',
] as const

/**
 * Where a spreadsheet may see the beginning of a formula: signs in both widths, behind all that it skips. Not only at the start of a text:
 * where the list separator is a semicolon, a file with commas is split inside the quotes too, and what follows there begins a cell.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const FORMULA = /(?<=^|[;,\t\r\n])(?=[\s\u0000-\u001f"']*[=+\-@＝＋－＠])/g

/** One cell (RFC 4180). An apostrophe wherever a formula could begin makes it a text, as OWASP's page on CSV injection advises. */
export const csvCell = (value: string): string => `"${value.replaceAll(FORMULA, "'").replaceAll('"', '""')}"`

const json = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** The first line; a byte order mark tells spreadsheets that this is UTF-8. */
export const CSV_HEAD = `\uFEFF${line(COLUMNS)}`

/** An entry as a line of CSV (RFC 4180). */
export function csvLine(entry: AuditEntry): string {
  return line([
    entry.time,
    entry.userName,
    entry.impersonatorName ?? '',
    entry.action,
    entry.objectType,
    entry.objectName ?? '',
    entry.objectId ?? '',
    json(entry.before),
    json(entry.after),
    entry.address ?? '',
  ])
}
