import { type CameraRow, CAMERA_SORTS, type CameraSort } from '@winnow/contract'
import { useCallbackRef, useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useStore } from '../../../../lib/create-store.ts'
import { createStoredStore } from '../../../../lib/stored.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { useIsNarrow } from '../../../../ui/use-is-narrow.ts'
import { VirtualList } from '../../../../ui/virtual-list.tsx'
import { rangeOf } from '../../model/range-of.ts'
import { isOpen, type TreeFilter } from '../../model/tree-filter.ts'
import { ROOT } from '../../model/tree-levels.ts'
import { addNodes, isSelected, selectedStore, selectMatching, toggleSelected } from '../../state/selected-nodes.ts'
import { type CameraOrder, type CameraPlace, selectionIn, useCameras } from '../../state/use-cameras.ts'
import { loadedStore } from '../../state/tree-pages.ts'
import { useTreeFilter } from '../../state/use-tree-filter.ts'
import { FilterChips } from '../tree/filter-chips.tsx'
import { CameraCard, type CameraItemProps, CameraLine } from './camera-item.tsx'
import { CameraTools } from './camera-tools.tsx'
import css from './cameras.module.css'

const LINE_HEIGHT = 44
const CARD = { width: 190, height: 196 }
/** At how many lines below the last rendered one the next page is fetched. */
const AHEAD = { table: 28, grid: 6 }

/** How this browser shows cameras. */
const lookStore = createStoredStore('winnow.cameras', z.enum(['grid', 'table']), 'grid')

/** The first order when sorting by a field: texts from A, times and numbers from the largest, and cameras with masks before the others. */
const firstOrder = (sort: CameraSort): 'asc' | 'desc' => (sort === 'name' || sort === 'products' ? 'asc' : 'desc')

interface CameraListProps {
  place: CameraPlace
  onOpen: (row: CameraRow) => void
  /** The next step where there are no cameras at all. */
  firstStep?: ReactNode
}

/**
 * The cameras of the company, a client or a site that match the filter of the tree, as a grid of pictures or as a table. Any number of them can
 * be selected.
 */
export function CameraList({ place, onOpen, firstStep }: CameraListProps) {
  const { t } = useTranslation('clients')
  const look = useStore(lookStore)
  const [order, setOrder] = useState<CameraOrder>({ sort: CAMERA_SORTS[0], order: 'asc' })
  const tree = useTreeFilter()
  // On a narrow screen the tree, which shows its filter, is not beside the list.
  const narrow = useIsNarrow()
  // The list changes when the tree has changed, so that the two do not wait for each other in the server, and after the tree is painted.
  const inEffect = useDeferredValue(
    useStore(loadedStore, ({ filter: shown, levels }) => (levels.has(ROOT) ? shown : undefined)) ?? tree.filter,
  )
  const [search, setSearch] = useTextOf(inEffect)
  const { search: _text, ...flags } = inEffect
  const filter: TreeFilter = { ...flags, ...(search ? { search } : {}) }
  const cameras = useCameras(place, order, filter)
  // The functions stay the same, so that unchanged cameras are not rendered again.
  const choose = useCallbackRef(useChoice(cameras.rows))
  const open = useCallbackRef(onOpen)
  const sortBy = (sort: CameraSort) =>
    setOrder((before) => {
      if (before.sort !== sort) return { sort, order: firstOrder(sort) }
      return { sort, order: before.order === 'asc' ? 'desc' : 'asc' }
    })
  const selectAll = () => selectMatching(selectionIn(place, filter))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'a') return
    if (event.target instanceof HTMLInputElement && event.target.type === 'search') return
    event.preventDefault()
    selectAll()
  }
  const { pages, rows } = cameras
  const body = () => {
    if (rows.length > 0)
      return <Rows key={look} look={look} pages={pages} rows={rows} onChoose={choose} onOpen={open} />
    if (pages.isError) return <ErrorState compact error={pages.error} onRetry={() => void pages.refetch()} />
    if (pages.isPending) return <SkeletonRows rows={8} />
    return (
      <EmptyState
        compact
        title={t(isOpen(filter) ? 'cameras.none' : 'cameras.nothing')}
        action={isOpen(filter) && firstStep}
      >
        {t(!isOpen(filter) ? 'cameras.nothingBody' : firstStep ? 'cameras.noneHere' : 'cameras.noneBody')}
      </EmptyState>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only a shortcut for the button that selects all
    <div className={css['list']} onKeyDown={onKeyDown}>
      <CameraTools
        look={look}
        onLook={lookStore.set}
        order={order}
        onSort={sortBy}
        search={search}
        onSearch={setSearch}
        total={cameras.total}
        onSelectAll={selectAll}
      />
      {narrow && <FilterChips search={tree.search} onChange={tree.setSearch} />}
      <div className={css['rows']}>{body()}</div>
    </div>
  )
}

/** The search text of the list. It begins with the text of the tree's search, and follows it when it changes. */
function useTextOf(filter: TreeFilter) {
  const [seen, setSeen] = useState(filter.search)
  const [text, setText] = useState(filter.search ?? '')
  if (filter.search !== seen) {
    setSeen(filter.search)
    setText(filter.search ?? '')
  }
  return [text, setText] as const
}

/** Returns a function that selects a camera, or with Shift all cameras from the one selected before to this one. */
function useChoice(rows: readonly CameraRow[]): CameraItemProps['onChoose'] {
  const anchor = useRef<string>(undefined)
  return (row, withShift) => {
    const node = ({ id, name }: CameraRow) => ({ kind: 'view' as const, id, name })
    if (withShift && anchor.current !== undefined) addNodes(rangeOf(rows, anchor.current, row.id).map(node))
    else toggleSelected(node(row))
    anchor.current = row.id
  }
}

interface RowsProps {
  look: 'grid' | 'table'
  pages: ReturnType<typeof useCameras>['pages']
  rows: readonly CameraRow[]
  onChoose: CameraItemProps['onChoose']
  onOpen: CameraItemProps['onOpen']
}

/** The visible cameras, as lines or as rows of cards. The next page is fetched before its first row becomes visible. */
const Rows = memo(function Rows({ look, pages, rows, onChoose, onOpen }: RowsProps) {
  const { t } = useTranslation('clients')
  const selected = useStore(selectedStore)
  const { ref, width } = useElementSize()
  const columns = look === 'table' ? 1 : Math.max(1, Math.floor(width / CARD.width))
  const lines = Array.from({ length: Math.ceil(rows.length / columns) }, (_, index) =>
    rows.slice(index * columns, (index + 1) * columns),
  )
  // The list renders some lines beyond the visible ones, so the last line is rendered before it is seen. Reading the height of the list instead
  // would lay out the page in each render.
  const last = useRef(-1)
  const loadMore = () => {
    if (last.current >= lines.length - AHEAD[look] && pages.hasNextPage && !pages.isFetching)
      void pages.fetchNextPage({ cancelRefetch: false })
  }
  useEffect(loadMore)
  const Item = look === 'table' ? CameraLine : CameraCard
  return (
    <div ref={ref} className={css['scroll']}>
      <VirtualList
        label={t('cameras.list')}
        rows={lines}
        rowKey={(line) => line[0]?.id ?? ''}
        rowHeight={look === 'table' ? LINE_HEIGHT : CARD.height}
        onRange={(_, to) => {
          last.current = to
          loadMore()
        }}
        render={(line) => (
          <div className={css['cards']} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            {line.map((row) => (
              <Item
                key={row.id}
                row={row}
                selected={isSelected(selected, row.id)}
                onChoose={onChoose}
                onOpen={onOpen}
              />
            ))}
          </div>
        )}
      />
    </div>
  )
})
