/** What rows are ordered by; `null` and `undefined` come last, whichever way round. */
export type SortValue = string | number | null | undefined

interface Sort {
  key: string
  descending: boolean
}

/** What an address says of the order: `name`, or `-name` for the last first. */
export function readSort(text: string | undefined): Sort | undefined {
  if (text === undefined || text === '' || text === '-') return undefined
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false }
}

/** The order after a press on a column's heading: up, down, then as the server gave it. */
export function nextSort(text: string | undefined, key: string): string | undefined {
  const sort = readSort(text)
  if (sort?.key !== key) return key
  return sort.descending ? undefined : `-${key}`
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' })
}

/** The rows in the order of a column; rows that are equal stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly { key: string; sortBy?: (row: Row) => SortValue }[],
  text: string | undefined,
): readonly Row[] {
  const sort = readSort(text)
  const valueOf = columns.find(({ key }) => key === sort?.key)?.sortBy
  if (!sort || !valueOf) return rows
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || a === undefined || b === null || b === undefined)
      return Number(a === null || a === undefined) - Number(b === null || b === undefined)
    return sort.descending ? compare(b, a) : compare(a, b)
  })
}
