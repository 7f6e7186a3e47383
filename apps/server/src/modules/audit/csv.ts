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

/** What spreadsheets take for the beginning of a formula, in both widths, and all that they skip before it. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const FORMULA = /^(?:[\s\u0000-\u001f]*[=+\-@＝＋－＠]|[\t\r\n])/

/**
 * One cell. A text that a spreadsheet would take for a formula gets an apostrophe in front, also behind spaces and control
 * characters that spreadsheets skip; quotes are doubled.
 */
function cell(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}

const json = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value))

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

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
