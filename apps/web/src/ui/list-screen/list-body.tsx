import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useStore } from '../../lib/create-store.ts'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../data-table.tsx'
import { Pager } from '../pager.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { CsvButton } from './csv-button.tsx'
import type { ListScreenProps } from './list-screen-props.ts'
import { ListTools } from './list-tools.tsx'
import { focusRow, rowAfter } from './row-keys.ts'
import { hiddenColumnsStore, shownColumns } from './shown-columns.ts'
import { nextSort, sortIn, sortRows } from './sort-rows.ts'
import { useHeadings, useSelection } from './use-list-columns.tsx'

/** Moves the focus between the links and buttons of the rows, by arrow keys, Home and End. They handle Enter themselves. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
  const row = target.closest('tbody > tr')
  const rows = [...currentTarget.querySelectorAll('tbody > tr')]
  const next = rowAfter(key, row ? rows.indexOf(row) : -1, rows.length)
  const cell = target.closest('td')
  const column = cell ? [...(row?.children ?? [])].indexOf(cell) : -1
  if (next !== undefined && focusRow(currentTarget, next, column)) event.preventDefault()
}

/** The rows of a list in their order, and its columns with headings that sort. */
function useTable<Row>({ query, list, columns, limit, sorts, columnsOf }: ListScreenProps<Row>) {
  const hidden = useStore(hiddenColumnsStore)[columnsOf ?? ''] ?? []
  const shown = shownColumns(columns, hidden)
  const isWhole = limit === undefined
  const sort = sorts ? sortIn(sorts.columns, list.address.sort) : list.address.sort
  const loaded = query.data?.rows ?? []
  const headings = useHeadings(shown, {
    sort: sort ?? sorts?.usual,
    canSort: ({ key, sortBy }) => (sorts ? sorts.columns.includes(key) : isWhole && sortBy !== undefined),
    onSort: (key) => list.set({ sort: nextSort(sort, key, sorts?.usual) }),
  })
  return { rows: isWhole ? sortRows(loaded, columns, sort) : loaded, shown, headings }
}

/** The tools of a list and, below, its rows or a placeholder. */
export function ListBody<Row>(props: ListScreenProps<Row> & { instead: ReactNode }) {
  const { label, query, list, columns, rowKey, limit, search, filters, selection, columnsOf, csv, instead } = props
  const { t } = useTranslation()
  const table = useRef<HTMLElement>(null)
  const { search: text = '' } = list.address
  const { rows, shown, headings } = useTable(props)
  const choice = useSelection({ rows, rowKey, nameOf: selection?.nameOf ?? rowKey, allows: selection?.allows })
  const place = limit === undefined ? undefined : { first: (list.page - 1) * limit + 1, count: query.data?.count ?? 0 }
  const actions = (columnsOf || csv) && (
    <>
      {columnsOf && <ColumnChooser listName={columnsOf} columns={columns} />}
      {/* An empty list cannot be exported. A loading list keeps the button, so that the layout does not shift. */}
      {csv && query.data?.rows.length !== 0 && (
        <CsvButton file={csv.file} columns={shown} rowKey={rowKey} load={csv.load ?? (async () => rows)} />
      )}
    </>
  )
  return (
    <>
      <ListTools
        label={label}
        search={search}
        text={text}
        onSearch={(found) => list.set({ search: found })}
        onLeave={() => table.current && focusRow(table.current, 0, -1)}
        filters={filters}
        actions={actions}
      />
      {instead ?? (
        <DataTable
          ref={table}
          label={label}
          rows={rows}
          rowKey={rowKey}
          columns={selection ? [choice.column, ...headings] : headings}
          isSelected={(row) => choice.chosen.includes(row)}
          busy={query.isPlaceholderData ?? false}
          onKeyDown={moveFocus}
          {...(place ? { place } : {})}
        />
      )}
      {place && query.data && (
        <Pager
          label={t('list.pages', { list: label })}
          page={list.page}
          limit={limit ?? 1}
          count={place.count}
          onPage={list.toPage}
        />
      )}
      {selection && choice.chosen.length > 0 && (
        <BulkBar count={choice.chosen.length} onClear={choice.clear}>
          {selection.renderActions(choice.chosen, choice.clear)}
        </BulkBar>
      )}
    </>
  )
}
