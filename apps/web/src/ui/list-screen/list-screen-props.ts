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
  /** Which rows can be chosen; without it all can. */
  allows?: (row: Row) => boolean
  renderActions: (rows: readonly Row[], clear: () => void) => ReactNode
}

export interface ListScreenProps<Row> {
  /** The name of the list for assistive technology. */
  label: string
  query: ListQuery<Row>
  /** The address, or whatever else holds page, search, order and filters. */
  list: Pick<ListControl, 'page' | 'isNarrowed' | 'toPage' | 'clear'> & {
    address: ListAddress
    set: (change: ListAddress) => void
  }
  columns: readonly ListColumn<Row>[]
  rowKey: (row: Row) => string
  /** How many rows a page of the server has. Without it the list is there whole, and can be ordered by its columns. */
  limit?: number
  /** The columns by which the server can sort, and its order where the address names none (`-` in front: descending). */
  sorts?: { columns: readonly string[]; usual: string }
  /** Label of the search, where the list can be searched. */
  search?: string
  filters?: ReactNode
  empty: EmptyWords
  /** In the place of `empty` where search or filters leave nothing. */
  nothingFound?: { title: string; body?: ReactNode }
  /** Lets rows be chosen; `renderActions` shows what can be done with them. */
  selection?: ListSelection<Row>
  /** Lets columns be chosen; the choice is remembered by this name. */
  columnsOf?: string
  /** Lets the list be saved. `load` fetches the rows of all pages. */
  csv?: { file: string; load?: (watch: LoadWatch) => Promise<readonly Row[]> }
  /** Takes less room, inside a pane. */
  compact?: boolean
}
