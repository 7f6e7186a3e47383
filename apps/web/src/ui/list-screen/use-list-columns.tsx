import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../data-table.tsx'
import type { ListColumn } from './list-column.ts'
import css from './list-screen.module.css'
import { allState, toggleAll, toggleRow } from './selected-rows.ts'
import { readSort } from './sort-rows.ts'

interface HeadingOrder<Row> {
  /** The current order of the rows; undefined for the default order. */
  sort: string | undefined
  canSort: (column: ListColumn<Row>) => boolean
  onSort: (key: string) => void
}

/** The columns with their headings for a table. The heading of a column that can sort the rows is a button. */
export function useHeadings<Row>(
  columns: readonly ListColumn<Row>[],
  { sort, canSort, onSort }: HeadingOrder<Row>,
): Column<Row>[] {
  const now = readSort(sort)
  return columns.map((each) => {
    const { hideName, sortBy: _sortBy, ...column } = each
    if (hideName) {
      const { name, ...rest } = column
      return { ...rest, header: <span className="wn-visually-hidden">{name}</span> }
    }
    if (!canSort(each)) return { ...column, header: column.name }
    const direction = now?.key !== column.key ? 'none' : now.descending ? 'descending' : 'ascending'
    const Icon = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[direction]
    const header = (
      <UnstyledButton className={css['sort']} data-sorted={direction} onClick={() => onSort(column.key)}>
        {column.name}
        <Icon size={14} aria-hidden="true" />
      </UnstyledButton>
    )
    return { ...column, header, sorted: direction }
  })
}

interface Selecting<Row> {
  rows: readonly Row[]
  allows?: ((row: Row) => boolean) | undefined
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
}

/** The selected rows, and the column of checkboxes. Rows of other pages are never selected. */
export function useSelection<Row>({ rows, rowKey, nameOf, allows = () => true }: Selecting<Row>) {
  const { t } = useTranslation()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const keys = rows.filter(allows).map(rowKey)
  const all = allState(ids, keys)
  const column: Column<Row> = {
    key: 'selection',
    isSelection: true,
    width: 32,
    header: (
      <Checkbox
        size="xs"
        aria-label={t('list.selectAll')}
        checked={all === 'all'}
        indeterminate={all === 'some'}
        disabled={keys.length === 0}
        onChange={() => setIds(toggleAll(ids, keys))}
      />
    ),
    render: (row) =>
      allows(row) && (
        <Checkbox
          size="xs"
          aria-label={t('list.select', { name: nameOf(row) })}
          checked={ids.has(rowKey(row))}
          onChange={({ nativeEvent }) => {
            const withShift = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
            setIds(toggleRow(ids, keys, rowKey(row), withShift ? last : undefined))
            setLast(rowKey(row))
          }}
        />
      ),
  }
  const chosen = rows.filter((row) => ids.has(rowKey(row)) && allows(row))
  return { column, chosen, clear: () => setIds(new Set()) }
}
