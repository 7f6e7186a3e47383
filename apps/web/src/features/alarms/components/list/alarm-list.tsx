import { IconArrowUp } from '@tabler/icons-react'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../../ui/skeleton.tsx'
import { VirtualList, type VirtualListHandle } from '../../../../ui/virtual-list.tsx'
import type { FeedSnapshot } from '../../model/alarm-feed.ts'
import { indexOfRow } from '../../model/feed.ts'
import type { OpenList } from '../../state/feed-cache.ts'
import { labelQueue } from '../../state/labelling.ts'
import { AlarmRowItem, optionId } from './alarm-row-item.tsx'
import css from './alarm-list.module.css'
import { useMinute } from './use-minute.ts'
import { EmptyList } from './empty-list.tsx'
import { useListScroll } from './use-list-scroll.ts'

interface AlarmListProps {
  list: OpenList
  snapshot: FeedSnapshot
  openId: string | null
  /** Rows are higher where they are touched. */
  narrow: boolean
  onOpen: (id: string) => void
  onClearFilters: () => void
  onLonger: () => void
}

/** The alarms under the chosen filters, newest first, live. */
export function AlarmList({ list, snapshot, openId, narrow, onOpen, onClearFilters, onLonger }: AlarmListProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const formats = useFormats()
  const handle = useRef<VirtualListHandle>(null)
  const pending = useSyncExternalStore(labelQueue.subscribe, labelQueue.pending)
  const { feed, phase } = snapshot
  const { rows } = feed
  const rowHeight = narrow ? 56 : 32
  const scroll = useListScroll({
    list: handle,
    rows,
    rowHeight,
    openId,
    position: list.position,
    onNearEnd: (direction) => {
      // A failed page waits for the operator, or a dead network would be asked with every pixel.
      if (direction === 'older' && snapshot.older === 'idle') void list.feed.loadOlder()
      if (direction === 'newer' && snapshot.newer === 'idle') void list.feed.loadNewer()
    },
  })
  const { toTop } = scroll
  const today = formats.date(useMinute())
  const unseen = scroll.unseen + snapshot.beyond
  const toNewest = useCallback(() => {
    if (list.feed.snapshot().feed.atNewest) toTop()
    else {
      Object.assign(list.position, { anchor: null, following: true, seenTopId: null })
      void list.feed.load()
    }
  }, [list, toTop])

  if (phase === 'loading' && rows.length === 0) return <SkeletonRows rows={20} height={rowHeight} />
  if (phase === 'failed' && rows.length === 0)
    return <ErrorState compact error={snapshot.error} onRetry={() => void list.feed.load(openId)} />
  if (rows.length === 0)
    return <EmptyList filters={list.feed.filters} onClearFilters={onClearFilters} onLonger={onLonger} />

  return (
    <div className={css['list']} onPointerEnter={scroll.onPointerEnter} onPointerLeave={scroll.onPointerLeave}>
      <VirtualList
        ref={handle}
        label={t('listLabel')}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- rows of six columns do not fit into a select
        role="listbox"
        rows={rows}
        rowKey={(row) => row.id}
        rowHeight={rowHeight}
        activeId={openId === null ? undefined : optionId(openId)}
        activeIndex={openId === null ? -1 : indexOfRow(rows, openId)}
        onScroll={scroll.onScroll}
        render={(row, index) => (
          <AlarmRowItem
            row={row}
            label={pending.has(row.id) ? (pending.get(row.id) ?? null) : row.groundTruth}
            unsent={pending.has(row.id)}
            open={row.id === openId}
            leaves={feed.pinnedLeaves && row.id === feed.pinned}
            today={today}
            position={index + 1}
            // -1 says that the size is not known: there may be more than were counted.
            total={feed.count?.exact ? Math.max(feed.count.value, rows.length) : -1}
            onOpen={onOpen}
          />
        )}
      />
      {unseen > 0 && (
        <button type="button" className={css['pill']} onClick={toNewest} title={t('unseenHint')}>
          <IconArrowUp size={14} aria-hidden="true" />
          {t('unseen', { count: unseen, n: formats.number(unseen) })}
        </button>
      )}
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
