import type { SortOf } from '@winnow/contract'
import { sql, type RawBuilder } from 'kysely'

/** The sort expression of a list's column. */
interface SortedColumn {
  by: RawBuilder<unknown>
  /** Whether it can be null. Nulls come last in both directions, so an index serves only one of them. */
  nullable?: boolean
}

/**
 * The terms of a list's `order by`.
 * @param sort the requested order, or the default
 * @param columns all columns that the contract allows
 * @param id the last key of the order. It is unique, so that each row is on one page only
 */
export function listOrder<Column extends string>(
  sort: SortOf<Column>,
  columns: Readonly<Record<Column, SortedColumn>>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isDown = sort.startsWith('-')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a `SortOf<Column>` without its minus sign is a column
  const { by, nullable = false } = columns[(isDown ? sort.slice(1) : sort) as Column]
  if (!isDown) return sql`${by}, ${id}`
  return sql`${by} desc ${nullable ? sql`nulls last` : sql``}, ${id} desc`
}
