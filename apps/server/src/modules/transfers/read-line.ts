import { IMPORT_COLUMNS, type ImportColumn } from '@winnow/contract'
import { csvText } from '@winnow/domain'
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
