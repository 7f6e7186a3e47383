import type { SortOf } from '@winnow/contract'

/** A value by which rows are sorted. `null` and `undefined` are last, in both directions. */
export type SortValue = string | number | null | undefined

interface Sort {
  key: string
  descending: boolean
}

/** Reads the order from an address: `name` for ascending order, `-name` for descending order. */
export function readSort(text: string | undefined): Sort | undefined {
  if (text === undefined || text === '' || text === '-') return undefined
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false }
}

/** The order that an address asks for, if it is by one of `columns`, which are the columns that the contract allows. */
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
 * The order after a press on a column's heading: first ascending, then descending, then the default order.
 * @param usual the default order, which applies if the address has none; undefined if it is not the order of a column
 * @returns undefined for the default order
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

/** The rows in the order of a column. Rows with equal values keep their order. */
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
