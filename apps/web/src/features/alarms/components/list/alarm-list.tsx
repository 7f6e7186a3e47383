import type { AlarmRow } from '@winnow/contract'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../../lib/commands/use-commands.ts'
import { useStore } from '../../../../lib/create-store.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { VirtualList, type VirtualListHandle } from '../../../../ui/virtual-list.tsx'
import type { FeedSnapshot } from '../../model/alarm-feed.ts'
import { createDayOf } from '../../model/day-of.ts'
import type { Label } from '../../model/label-queue.ts'
import type { Line, Lines } from '../../model/lines.ts'
import { layOut, type ListItem } from '../../model/list-layout.ts'
import type { OpenList } from '../../state/feed-cache.ts'
import { labelQueue } from '../../state/labelling.ts'
import { thumbnailsStore } from '../../state/thumbs.ts'
import { AlarmRowItem } from './alarm-row-item.tsx'
import css from './alarm-list.module.css'
import { CardItem } from './card-item.tsx'
import { EmptyList } from './empty-list.tsx'
import { DayHeading, ListHead } from './list-head.tsx'
import { shareOf } from '../../model/picked.ts'
import { useListScroll } from './use-list-scroll.ts'
import { idsOf, usePick } from './use-pick.ts'

interface AlarmListProps {
  list: OpenList
  lines: Lines
  snapshot: FeedSnapshot
  openId: string | null
  /** Taller rows for touch. */
  narrow: boolean
  onOpen: (id: string) => void
  onClearFilters: () => void
  onLonger: () => void
}

const DAY_HEIGHT = 28
const ROW_HEIGHTS = { words: { wide: 44, narrow: 56 }, thumbnails: { wide: 60, narrow: 64 } }
const keyOf = (item: ListItem) => (item.kind === 'day' ? `day ${item.row.id}` : item.line.id)
const optionId = (line: Line) => `alarm-${line.id}`

/** The filtered alarms, newest first, live. */
export function AlarmList({ list, lines, snapshot, openId, narrow, onOpen, onClearFilters, onLonger }: AlarmListProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const formats = useFormats()
  const handle = useRef<VirtualListHandle>(null)
  const pending = useSyncExternalStore(labelQueue.subscribe, labelQueue.pending)
  const { feed, phase } = snapshot
  const { rows, leaving, waiting, moreWait } = snapshot.shown
  const dayOf = useMemo(() => createDayOf((at) => formats.date(at)), [formats])
  const thumbnails = useStore(thumbnailsStore)
  const rowHeight = ROW_HEIGHTS[thumbnails ? 'thumbnails' : 'words'][narrow ? 'narrow' : 'wide']
  const layout = useMemo(
    () => layOut(lines.all, { row: rowHeight, day: DAY_HEIGHT }, (row) => dayOf(row.receivedAt)),
    [lines, rowHeight, dayOf],
  )
  const scroll = useListScroll({
    list: handle,
    rows,
    lines,
    layout,
    openId,
    position: list.position,
    onNearEnd: (direction) => {
      // A failed page waits for the operator. Otherwise every scroll event would request it again.
      if (direction === 'older' && snapshot.older === 'idle') void list.feed.loadOlder()
      if (direction === 'newer' && snapshot.newer === 'idle') void list.feed.loadNewer()
    },
  })
  const { toTop } = scroll
  const { picked, choose } = usePick(list, lines, openId, onOpen)
  const isPicking = picked.ids.size > 0 || picked.isChoosing
  const toggleCard = useCallback((line: Line) => list.cards.show(line.card.key, !line.isOpen), [list])
  const { hold } = list
  useEffect(() => () => hold.leave(), [hold])
  const unseen = scroll.unseen + waiting + snapshot.beyond
  const toNewest = useCallback(() => {
    if (list.feed.snapshot().feed.atNewest) toTop(list.feed.takeIn())
    else {
      Object.assign(list.position, { anchor: null, following: true, seenTopId: null })
      void list.feed.loadNewest()
    }
  }, [list, toTop])
  useCommands('alarm-list', [
    {
      id: 'alarm.take-in',
      name: 'alarms:command.takeIn',
      section: 'shell:section.alarms',
      keys: ['.'],
      when: () => unseen > 0,
      run: toNewest,
    },
  ])

  if (phase === 'loading' && rows.length === 0) return <SkeletonRows rows={20} height={rowHeight} />
  if (phase === 'failed' && rows.length === 0)
    return <ErrorState compact error={snapshot.error} onRetry={() => void list.feed.load(openId)} />
  if (rows.length === 0)
    return <EmptyList filters={list.feed.filters} onClearFilters={onClearFilters} onLonger={onLonger} />

  const top = lines.all[Math.min(scroll.topIndex, lines.all.length - 1)]
  const openIndex = openId === null ? -1 : lines.indexOf(openId)
  const openLine = lines.all[openIndex]
  const shownLabel = (row: AlarmRow): Label => (pending.has(row.id) ? (pending.get(row.id) ?? null) : row.groundTruth)
  const commonLabel = ([first, ...others]: readonly AlarmRow[]) => {
    const label = first === undefined ? null : shownLabel(first)
    return others.every((row) => shownLabel(row) === label) ? label : null
  }
  const isFolded = lines.all.length !== rows.length
  // -1 means unknown: there may be more than were counted.
  const countedRows = feed.count?.exact ? Math.max(feed.count.value - waiting, rows.length) : -1
  const total = !isFolded ? countedRows : feed.atOldest && feed.atNewest ? lines.all.length : -1
  return (
    <div
      className={css['list']}
      onPointerEnter={(event) => event.pointerType !== 'touch' && hold.mouse(true)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && hold.mouse(false)}
      onTouchStart={() => hold.finger(true)}
      onTouchEnd={(event) => hold.finger(event.touches.length > 0)}
      onTouchCancel={(event) => hold.finger(event.touches.length > 0)}
    >
      {top && <ListHead at={top.head.receivedAt} unseen={unseen} more={moreWait} onNewest={toNewest} />}
      <div className={css['rows']}>
        <VirtualList
          ref={handle}
          label={t('listLabel')}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- rows of several columns do not fit into a select
          role="listbox"
          rows={layout.items}
          rowKey={keyOf}
          rowHeight={(item) => (item.kind === 'day' ? DAY_HEIGHT : rowHeight)}
          activeId={openLine && optionId(openLine)}
          isMultiSelectable
          activeIndex={openIndex < 0 ? -1 : layout.itemOf(openIndex)}
          onScroll={scroll.onScroll}
          onKeyDown={hold.key}
          render={(item) =>
            item.kind === 'day' ? (
              <DayHeading at={item.row.receivedAt} />
            ) : item.line.kind === 'card' ? (
              <CardItem
                line={item.line}
                label={commonLabel(item.line.card.rows)}
                unsent={item.line.card.rows.some(({ id }) => pending.has(id))}
                open={item.index === openIndex}
                share={isPicking ? shareOf(picked, idsOf(item.line)) : undefined}
                thumbnail={thumbnails}
                position={item.index + 1}
                total={total}
                onLine={choose}
                onToggle={toggleCard}
              />
            ) : (
              <AlarmRowItem
                line={item.line}
                label={shownLabel(item.line.row)}
                unsent={pending.has(item.line.row.id)}
                open={item.line.row.id === openId}
                share={isPicking ? (picked.ids.has(item.line.row.id) ? 'all' : 'none') : undefined}
                thumbnail={thumbnails}
                leaves={leaving.has(item.line.row.id) || (feed.pinnedLeaves && item.line.row.id === feed.pinned)}
                ownDay={dayOf(item.line.row.receivedAt) !== item.day}
                position={item.index + 1}
                total={total}
                onLine={choose}
              />
            )
          }
        />
      </div>
      {(snapshot.older === 'failed' || snapshot.newer === 'failed') && (
        <div className={css['failed']} role="alert">
          {t(snapshot.older === 'failed' ? 'olderFailed' : 'newerFailed')}
          <Button
            size="compact-sm"
            onClick={() => void (snapshot.older === 'failed' ? list.feed.loadOlder() : list.feed.loadNewer())}
          >
            {t('common:retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
