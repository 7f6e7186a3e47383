import { type KeyboardEvent, type ReactNode, type Ref } from 'react'
import css from './data-table.module.css'

export interface Column<Row> {
  key: string
  header: ReactNode
  /** The column's name beside its value on a card. Needed if the header is not plain text. */
  name?: string
  render: (row: Row) => ReactNode
  /** The order of the rows by this column: `none` if they are ordered otherwise, undefined if the column cannot sort. */
  sorted?: 'ascending' | 'descending' | 'none'
  /** Whether the column contains the checkboxes that select rows. On a card, the checkbox is before the heading. */
  isSelection?: boolean
  /** Numbers are right-aligned, so that their digits line up. */
  align?: 'left' | 'right'
  width?: number | string
  /** Wraps long names and lists of names; every other cell is a single line. */
  wrap?: boolean
}

interface DataTableProps<Row> {
  /** The name of the table for assistive technology. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** If these rows are only one page: the position of the first row among all rows, and the number of all rows. */
  place?: { first: number; count: number }
  /** Whether other rows are being loaded. */
  busy?: boolean
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  ref?: Ref<HTMLElement>
}

/** The position of a cell on a card. */
function partOf<Row>(
  column: Column<Row>,
  columns: readonly Column<Row>[],
): 'selection' | 'heading' | 'action' | 'value' {
  if (column.isSelection) return 'selection'
  if (column === columns.find((each) => !each.isSelection)) return 'heading'
  return labelOf(column) === undefined ? 'action' : 'value'
}

const labelOf = <Row,>({ header, name }: Column<Row>): string | undefined =>
  name ?? (typeof header === 'string' ? header : undefined)

/**
 * A plain table for up to a few hundred rows; use `VirtualList` for more. On narrow screens each row becomes a card: its first cell is the
 * heading, and the others show beside their column's name.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, isSelected, place, busy, onKeyDown, ref } = props
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a scrolling element must be focusable; arrows move between the controls of the rows
    <section ref={ref} className={css['scroll']} tabIndex={0} aria-label={label} onKeyDown={onKeyDown}>
      <table className={css['table']} aria-busy={busy} aria-rowcount={place && place.count + 1}>
        <thead data-controls={columns.some(({ sorted, isSelection }) => sorted || isSelection) || undefined}>
          <tr aria-rowindex={place && 1}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sorted}
                data-align={column.align}
                data-control={column.sorted !== undefined || column.isSelection || undefined}
                style={{ width: column.width }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              data-selected={isSelected?.(row) || undefined}
              aria-rowindex={place && place.first + index + 1}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-align={column.align}
                  data-wrap={column.wrap}
                  data-part={partOf(column, columns)}
                  data-label={labelOf(column)}
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
