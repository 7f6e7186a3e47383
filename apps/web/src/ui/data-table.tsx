import type { ReactNode } from 'react'
import css from './data-table.module.css'

export interface Column<Row> {
  key: string
  header: ReactNode
  render: (row: Row) => ReactNode
  /** Numbers stand right, so that their digits line up. */
  align?: 'left' | 'right'
  width?: number | string
  /** Names people give and lists of them: broken over lines, where every other cell is one line. */
  wrap?: boolean
}

interface DataTableProps<Row> {
  /** What the table lists, for assistive technology. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/**
 * A plain table for up to a few hundred rows; longer lists are a `VirtualList`. Where there is no room for columns a row is a card: its
 * first cell is the heading, each other one stands beside the name of its column.
 */
export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={css['scroll']} tabIndex={0} aria-label={label}>
      <table className={css['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align} style={{ width: column.width }}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-align={column.align}
                  data-wrap={column.wrap}
                  data-label={typeof column.header === 'string' ? column.header : undefined}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
