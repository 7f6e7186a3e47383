import type { SortOf } from '@winnow/contract'

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

/** The order that an address asks for, if the server knows it. `columns` are those of the contract. */
export function sortIn<Column extends string>(
  columns: readonly Column[],
  text: string | undefined,
): SortOf<Column> | undefined {
  const sort = readSort(text)
  const column = columns.find((each) => each === sort?.key)
  if (column === undefined) return undefined
  return sort?.descending ? `-${column}` : column
}

/**
 * The order after a press on a column's heading: up, down, then the usual one.
 * @param usual the order without an address; undefined where it is that of no column
 */
export function nextSort(text: string | undefined, key: string, usual?: string): string | undefined {
  const now = text ?? usual
  const [up, down] = [key, `-${key}`]
  const next = now === up ? down : now === down ? (usual === down ? up : usual) : up
  return next === usual ? undefined : next
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
