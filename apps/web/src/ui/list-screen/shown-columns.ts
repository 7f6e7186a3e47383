import { z } from 'zod'
import { createStoredStore } from '../../lib/stored.ts'

/** The keys of hidden columns, by list. Storing these instead of the visible ones makes columns of later versions visible. */
export const hiddenColumnsStore = createStoredStore(
  'winnow.hidden-columns',
  z.record(z.string(), z.array(z.string())),
  {},
)

interface Choosable {
  key: string
  /** Whether the column cannot be hidden, such as the row's name or its actions. */
  fixed?: boolean
}

/** The visible columns. */
export function shownColumns<C extends Choosable>(columns: readonly C[], hidden: readonly string[]): readonly C[] {
  return columns.filter(({ key, fixed }) => fixed || !hidden.includes(key))
}

/** The hidden columns after one was shown or hidden. Columns that no longer exist are dropped. */
export function toggleColumn(columns: readonly Choosable[], hidden: readonly string[], key: string): string[] {
  const known = hidden.filter((each) => columns.some((column) => column.key === each))
  return known.includes(key) ? known.filter((each) => each !== key) : [...known, key]
}
