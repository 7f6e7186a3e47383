import type { Column } from '../data-table.tsx'
import type { SortValue } from './sort-rows.ts'

/** A column of a list. */
export interface ListColumn<Row> extends Omit<Column<Row>, 'header' | 'sorted' | 'isSelection'> {
  /** The column's heading, and its name in the column chooser and in the CSV file. */
  name: string
  /** Whether only assistive technology gets the heading, as for the column of a row's actions. */
  hideName?: boolean
  /** Whether the column cannot be hidden. */
  fixed?: boolean
  /** The value by which the console sorts the rows, if all rows of the list are loaded. */
  sortBy?: (row: Row) => SortValue
  /** The text of a cell in the CSV file, with times in UTC. A column without this function is not in the file. */
  text?: (row: Row) => string | number | null | undefined
}
