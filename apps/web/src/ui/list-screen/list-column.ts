import type { Column } from '../data-table.tsx'
import type { SortValue } from './sort-rows.ts'

/** A column of a list. */
export interface ListColumn<Row> extends Omit<Column<Row>, 'header' | 'sorted' | 'isSelection'> {
  /** Its heading, and its name in the choice of columns and in the CSV file. */
  name: string
  /** The heading is for assistive technology alone, as above what can be done with a row. */
  hideName?: boolean
  /** Cannot be taken away. */
  fixed?: boolean
  /** Lists that are there whole can be ordered by it. */
  sortBy?: (row: Row) => SortValue
  /** The column's cell in a CSV file. A column without it is left out. Times are UTC. */
  text?: (row: Row) => string | number | null | undefined
}
