import { IMPORT_COLUMNS, isPlainLine, MAX_KEY, timezone, type ImportColumn, type ImportProblem } from '@winnow/contract'
import { csvText } from '@winnow/domain'
import { LRUCache } from 'lru-cache'
import { fileFault, type CsvLine } from './read-csv.ts'

/** The cells of a line by column. Empty cells and columns that the file does not have are left out; they change no value. */
export type Cells = { readonly [C in ImportColumn]?: string }

const COLUMNS: ReadonlySet<string> = new Set(IMPORT_COLUMNS)
const isColumn = (name: string): name is ImportColumn => COLUMNS.has(name)

/**
 * The columns of a file in their order, from its first line; undefined for a column with an unknown name.
 * @throws AppError VALIDATION if the column of the client is missing or a column occurs twice
 */
export function columnsOf({ cells }: CsvLine): (ImportColumn | undefined)[] {
  const names = cells.map((cell) =>
    csvText(cell)
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const columns = names.map((name) => (isColumn(name) ? name : undefined))
  const twice = names.find((name, at) => isColumn(name) && names.indexOf(name) !== at)
  if (twice !== undefined) throw fileFault('columns', `The column ${twice} is there twice`)
  if (!columns.includes('client') && !columns.includes('client_key'))
    throw fileFault('columns', 'The first line must name the columns, and one of them must be client')
  return columns
}

export function cellsOf({ cells }: CsvLine, columns: readonly (ImportColumn | undefined)[]): Cells {
  const found: { [C in ImportColumn]?: string } = {}
  for (const [at, column] of columns.entries()) {
    const value = csvText(cells[at] ?? '').trim()
    if (column && value !== '') found[column] = value
  }
  return found
}

const FLAGS = new Map([
  ...['true', 'yes', 'y', '1', 'on', 'x'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
])
/** Converts a word for yes or no to a boolean; undefined for any other text. */
export const flagOf = (text: string): boolean | undefined => FLAGS.get(text.toLowerCase())

const isName = (text: string) => text.length <= 100 && isPlainLine(text)
const isKey = (text: string) => text.length <= MAX_KEY && isPlainLine(text)
const isFlag = (text: string) => flagOf(text) !== undefined

/** Cached results of checking time zones. A check is slow, and the lines of a file repeat the same few zones. */
const zones = new LRUCache<string, boolean>({ max: 1_000 })
function isZone(text: string): boolean {
  const known = zones.get(text)
  if (known !== undefined) return known
  const isKnown = timezone.safeParse(text).success
  zones.set(text, isKnown)
  return isKnown
}

const VALID: { [C in ImportColumn]: (text: string) => boolean } = {
  client: isName,
  client_key: isKey,
  site: isName,
  site_key: isKey,
  site_timezone: isZone,
  camera: isName,
  camera_key: isKey,
  integration: (text) => text === 'email' || text === 'api',
  thermal: isFlag,
  active: isFlag,
  channel: (text) => text.length <= 40 && isPlainLine(text),
  device_model: (text) => text.length <= 100 && isPlainLine(text),
  sensitivity: (text) => /^[1-5]$/.test(text),
}

/** The columns with values of a camera. A line that fills one of them must name a camera. */
const OF_CAMERA = ['integration', 'thermal', 'active', 'channel', 'device_model', 'sensitivity'] as const

/** The problems of a line that can be found without knowing the tree or the other lines. */
export function problemsOf(cells: Cells): ImportProblem[] {
  const has = (column: ImportColumn) => cells[column] !== undefined
  const namesCamera = has('camera') || has('camera_key')
  const namesSite = has('site') || has('site_key')
  const problem = (code: ImportProblem['code'], column: ImportColumn): ImportProblem => ({
    code,
    column,
    otherLine: null,
  })
  const invalid = IMPORT_COLUMNS.filter((column) => {
    const value = cells[column]
    return value !== undefined && !VALID[column](value)
  })
  return [
    ...(has('client') || has('client_key') ? [] : [problem('REQUIRED', 'client')]),
    ...((namesCamera || has('site_timezone')) && !namesSite ? [problem('REQUIRED', 'site')] : []),
    ...(OF_CAMERA.some(has) && !namesCamera ? [problem('REQUIRED', 'camera')] : []),
    ...invalid.map((column) => problem('INVALID', column)),
  ]
}
