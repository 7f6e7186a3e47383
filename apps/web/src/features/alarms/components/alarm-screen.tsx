import { IconArrowLeft, IconChevronDown, IconChevronUp, IconPhoto } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../lib/commands/use-commands.ts'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLayout } from '../../../ui/page-layout.tsx'
import { useIsNarrow } from '../../../ui/use-is-narrow.ts'
import type { AlarmsSearch } from '../alarms-search.ts'
import { readFilters, writeFilters, type AlarmFilters } from '../model/alarm-filters.ts'
import { indexOfRow, neighbour } from '../model/feed.ts'
import { factsStore, toggleFacts } from '../state/facts-store.ts'
import { markChosen } from '../state/measure.ts'
import { createNoteField } from '../state/note-field.ts'
import { useAlarm } from '../state/use-alarm.ts'
import { useAlarmFeed } from '../state/use-alarm-feed.ts'
import { useAnnouncer } from '../state/use-announcer.ts'
import { canUndoLabel, undoLabel, useLabelOutcomes, useLabels } from '../state/use-labels.ts'
import { usePrefetch } from '../state/use-prefetch.ts'
import { useSelection } from '../state/use-selection.ts'
import { alarmCommands } from './alarm-commands.ts'
import { AlarmDetail } from './alarm-detail.tsx'
import css from './alarm-screen.module.css'
import { ExportDialog } from './export-dialog.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { AlarmList } from './list/alarm-list.tsx'
import { OutdatedList } from './list/outdated-list.tsx'
import { PendingLabels } from './list/pending-labels.tsx'

interface AlarmScreenProps {
  addressId: string | null
  search: AlarmsSearch
  onAddress: (id: string | null, replace: boolean) => void
  onSearch: (search: AlarmsSearch) => void
}

/** The alarms screen: the list, the pictures and the facts of the open alarm. */
export function AlarmScreen({ addressId, search, onAddress, onSearch }: AlarmScreenProps) {
  const { t } = useTranslation('alarms')
  const narrow = useIsNarrow()
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [exporting, setExporting] = useState(false)
  const [noteField] = useState(createNoteField)
  const filters = useMemo(() => readFilters(search), [search])
  const { list, snapshot } = useAlarmFeed(filters, addressId)
  const { openId, open } = useSelection(addressId, onAddress)
  const { rows } = snapshot.shown
  const query = useAlarm(openId)
  const alarm = query.data?.id === openId ? query.data : undefined
  // The list may have a newer version of the row. The alarm's own reply provides it for an alarm that is not listed.
  const listed = openId === null ? undefined : rows[indexOfRow(rows, openId)]
  const row = listed && alarm && alarm.version > listed.version ? alarm : (listed ?? alarm)
  const mayLabel = useMay('alarm.label')
  const mayExport = useMay('share.manage')
  const labels = useLabels()
  const words = useAnnouncer(snapshot.feed.rows, list.key)
  usePrefetch(rows, openId)

  const visit = useCallback(
    (id: string) => {
      markChosen(id)
      open(id, 'visit')
    },
    [open],
  )
  useLabelOutcomes(openId, visit)
  useEffect(() => list.feed.pin(openId), [list, openId])
  useEffect(() => {
    // An alarm that was fetched alone may be newer than its row.
    if (query.data) list.feed.settle(query.data)
  }, [list, query.data])
  const newest = rows[0]?.id
  useEffect(() => {
    // On a wide screen the newest alarm opens by default.
    if (!narrow && openId === null && newest !== undefined) open(newest, 'step')
  }, [narrow, openId, newest, open])

  const step = (direction: 'next' | 'previous') => {
    const find = () => neighbour(list.feed.snapshot().shown.rows, openId, direction)
    // Held-back rows belong above the first row. Moving up from the first row shows them.
    const to = find() ?? (direction === 'next' && list.feed.takeIn() ? find() : undefined)
    list.hold.key()
    if (to === undefined) return
    markChosen(to.id)
    open(to.id, 'step')
  }
  const hasNext = snapshot.shown.waiting > 0 || neighbour(rows, openId, 'next') !== undefined
  const hasPrevious = neighbour(rows, openId, 'previous') !== undefined
  const startExport = useCallback(() => setExporting(true), [])
  useCommands(
    'alarms',
    alarmCommands({
      step,
      label: (to) => row && labels.choose(row, to),
      mayLabel: () => mayLabel && row !== undefined,
      canUndo: canUndoLabel,
      undo: undoLabel,
      filters: () => setFiltersOpen(true),
      mayExport: () => mayExport,
      exportLabelled: startExport,
      newest: () => {
        list.feed.takeIn()
        const first = list.feed.snapshot().shown.rows[0]
        list.hold.key()
        if (first !== undefined) visit(first.id)
      },
      note: () => {
        noteField.focus()
        factsStore.set(true)
      },
      canFold: () => !narrow && openId !== null,
      fold: toggleFacts,
      canClose: () => narrow && openId !== null,
      close: () => open(null, 'visit'),
    }),
  )

  const setFilters = useCallback((next: AlarmFilters) => onSearch(writeFilters(next)), [onSearch])
  const clear = () => setFilters(readFilters({}))
  const showList = !narrow || openId === null
  const showAlarm = !narrow || openId !== null
  const outside = snapshot.phase === 'ready' && rows.length > 0 && row !== undefined && listed === undefined
  return (
    <PageLayout title={t('title')} variant="flush" hideHeader>
      <div className={css['screen']}>
        {showList && (
          <div className={css['list']}>
            <FilterBar
              filters={filters}
              count={snapshot.feed.count}
              opened={filtersOpen}
              onOpened={setFiltersOpen}
              onChange={setFilters}
              onExport={mayExport ? startExport : undefined}
            />
            <PendingLabels />
            {snapshot.outdated && <OutdatedList onRetry={() => void list.feed.resync()} />}
            <AlarmList
              key={list.key}
              list={list}
              snapshot={snapshot}
              openId={openId}
              narrow={narrow}
              onOpen={visit}
              onClearFilters={clear}
              onLonger={() => setFilters({ ...filters, time: { window: '7d' } })}
            />
          </div>
        )}
        {showAlarm && (
          <div className={css['alarm']}>
            {narrow && (
              <div className={css['steps']}>
                <Button look="subtle" leftSection={<IconArrowLeft size={16} />} onClick={() => open(null, 'visit')}>
                  {t('back')}
                </Button>
                <IconButton label={t('command.next')} size={44} disabled={!hasNext} onClick={() => step('next')}>
                  <IconChevronUp size={20} />
                </IconButton>
                <IconButton
                  label={t('command.previous')}
                  size={44}
                  disabled={!hasPrevious}
                  onClick={() => step('previous')}
                >
                  <IconChevronDown size={20} />
                </IconButton>
              </div>
            )}
            {outside && (
              <div className={css['outside']} role="status">
                {t('outside')}
                <Button size="compact-xs" look="subtle" onClick={clear}>
                  {t('outsideClear')}
                </Button>
              </div>
            )}
            {openId === null ? (
              <EmptyState icon={<IconPhoto size={32} stroke={1.5} />} title={t('nothingOpen.title')}>
                <p>{t(newest === undefined ? 'nothingOpen.none' : 'nothingOpen.body')}</p>
              </EmptyState>
            ) : (
              <AlarmDetail
                row={row}
                alarm={alarm}
                query={query}
                noteRef={noteField.ref}
                onStep={step}
                onNewest={() => open(newest ?? null, 'visit')}
              />
            )}
          </div>
        )}
      </div>
      <ExportDialog opened={exporting} filters={filters} onClose={() => setExporting(false)} />
      <div className="wn-visually-hidden" aria-live="polite">
        {words}
      </div>
    </PageLayout>
  )
}
