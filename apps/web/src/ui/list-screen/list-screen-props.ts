import type { ReactNode } from 'react'
import type { ListAddress, ListControl } from './list-address.ts'
import type { ListColumn } from './list-column.ts'
import type { ListQuery } from './list-state.ts'
import type { LoadWatch } from './rows-as-csv.ts'

/** The content of an empty list. */
interface EmptyWords {
  icon?: ReactNode
  title: string
  body?: ReactNode
  /** The next step. */
  action?: ReactNode
}

interface ListSelection<Row> {
  nameOf: (row: Row) => string
  /** Whether a row can be selected. Without this function, all rows can. */
  allows?: (row: Row) => boolean
  renderActions: (rows: readonly Row[], clear: () => void) => ReactNode
}

export interface ListScreenProps<Row> {
  /** The name of the list for assistive technology. */
  label: string
  query: ListQuery<Row>
  /** The page, search, order and filters, usually kept in the address, and the functions that change them. */
  list: Pick<ListControl, 'page' | 'isNarrowed' | 'toPage' | 'clear'> & {
    address: ListAddress
    set: (change: ListAddress) => void
  }
  columns: readonly ListColumn<Row>[]
  rowKey: (row: Row) => string
  /** The number of rows per page of the server. Without it, all rows are loaded, and the console can sort them by its columns. */
  limit?: number
  /** The columns by which the server can sort, and its default order if the address names none (`-` in front: descending). */
  sorts?: { columns: readonly string[]; usual?: string }
  /** The label of the search field. Without it, the list cannot be searched. */
  search?: string
  filters?: ReactNode
  empty: EmptyWords
  /** Shown in place of `empty` if no row matches the search and filters. */
  nothingFound?: { title: string; body?: ReactNode }
  /** Allows the selection of rows. `renderActions` renders the actions for them. */
  selection?: ListSelection<Row>
  /** Allows the user to hide columns. The choice is stored under this name. */
  columnsOf?: string
  /** Allows the export as a CSV file. `load` fetches the rows of all pages. */
  csv?: { file: string; load?: (watch: LoadWatch) => Promise<readonly Row[]> }
  /** Whether the list takes less space, for use inside a pane. */
  compact?: boolean
}
