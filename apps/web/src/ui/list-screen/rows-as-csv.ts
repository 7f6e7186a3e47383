import { csvHead, csvLine } from '@winnow/domain'

interface CsvColumn<Row> {
  name: string
  text: (row: Row) => string | number | null | undefined
}

/** The content of a CSV file (RFC 4180) with these rows and columns. */
export function rowsAsCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = rows.map((row) => csvLine(columns.map(({ text }) => String(text(row) ?? ''))))
  return csvHead(columns.map(({ name }) => name)) + lines.join('')
}

/** Removes duplicates: if a row is added while the pages are loaded, it moves another row to the next page, where that is loaded again. */
export function eachOnce<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

interface Page<Row> {
  rows: readonly Row[]
  count: number
  /** False if there are more rows than `count`. */
  countIsExact?: boolean
}

/** Reports the progress of loading many pages, and cancels it. */
export interface LoadWatch {
  signal: AbortSignal
  onProgress: (done: number, count: number) => void
}

/**
 * All rows of a paged list, page by page from the first. Some may be in the result twice, if rows are added or deleted meanwhile.
 * @throws the reason of `signal` once it is aborted
 */
export async function everyPage<Row>(
  load: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
  { signal, onProgress }: LoadWatch,
): Promise<Row[]> {
  const pages: (readonly Row[])[] = []
  let [known, pageRows] = [0, 0]
  for (let page = 1; ; page++) {
    // oxlint-disable-next-line no-await-in-loop -- each page returns the current number of rows
    const { rows, count, countIsExact = true } = await load(page, signal)
    signal.throwIfAborted()
    pages.splice(page - 1, Infinity, rows)
    pageRows = Math.max(pageRows, rows.length)
    onProgress(Math.min((page - 1) * pageRows + rows.length, count), count)
    const gone = known - count
    known = count
    // When rows are deleted, later rows move to pages that have been read already. Those pages are read again.
    if (page > 1 && countIsExact && gone > 0) page = Math.max(0, page - 1 - Math.ceil(gone / pageRows))
    else if (rows.length === 0 || (countIsExact && page * pageRows >= count)) return pages.flat()
  }
}
