import { csvHead, csvLine } from '@winnow/domain'

interface CsvColumn<Row> {
  name: string
  text: (row: Row) => string | number | null | undefined
}

/** A CSV file of some rows (RFC 4180), a column for each that has a text. */
export function rowsAsCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = rows.map((row) => csvLine(columns.map(({ text }) => String(text(row) ?? ''))))
  return csvHead(columns.map(({ name }) => name)) + lines.join('')
}

interface Page<Row> {
  rows: readonly Row[]
  count: number
  /** False where there are more than `count`. */
  countIsExact?: boolean
}

/** All rows of a paged list, page by page from the first. */
export async function everyPage<Row>(load: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    // oxlint-disable-next-line no-await-in-loop -- each page says anew how many there are
    const { rows, count, countIsExact = true } = await load(page)
    all.push(...rows)
    if (rows.length === 0 || (countIsExact && all.length >= count)) return all
  }
}
