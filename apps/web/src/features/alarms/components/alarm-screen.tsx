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
import { indexOfRow } from '../model/feed.ts'
import { factsStore, toggleFacts } from '../state/facts-store.ts'
import { useLines } from '../state/list-cards.ts'
import { useLabelKeys } from '../state/use-label-keys.ts'
import { markChosen } from '../state/measure.ts'
import { createNoteField } from '../state/note-field.ts'
import { useAlarm } from '../state/use-alarm.ts'
import { useAlarmFeed } from '../state/use-alarm-feed.ts'
import { useAnalyse } from '../state/use-analyse.ts'
import { useAnalyseMany } from '../state/use-analyse-many.ts'
import { useAnnouncer } from '../state/use-announcer.ts'
import { useLabelOutcomes } from '../state/use-labels.ts'
import { usePrefetch } from '../state/use-prefetch.ts'
import { useDefaultView } from '../state/saved-filters.ts'
import { useSelection } from '../state/use-selection.ts'
import { alarmCommands } from './alarm-commands.ts'
import { AlarmDetail } from './alarm-detail.tsx'
import css from './alarm-screen.module.css'
import { ExportDialog } from './export-dialog.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { AlarmList } from './list/alarm-list.tsx'
import { OutdatedList } from './list/outdated-list.tsx'
import { PendingLabels } from './list/pending-labels.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { useListKeys } from './list/use-list-keys.ts'
import { useModeCommands } from './mode-items.tsx'

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
  useDefaultView(search, addressId, onSearch)
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
  const words = useAnnouncer(snapshot.feed.rows, list.key)
  const lines = useLines(list)
  usePrefetch(lines, openId)
  useModeCommands()

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

  const move = (direction: 'next' | 'previous') => {
    const find = () => list.cards.lines().neighbour(openId, direction)
    // Held-back rows belong above the first row. Moving up from the first row shows them.
    const to = find() ?? (direction === 'next' && list.feed.takeIn() ? find() : undefined)
    list.hold.key()
    if (to === undefined) return undefined
    markChosen(to.id)
    open(to.id, 'step')
    return to
  }
  const analysis = useAnalyse()
  const labelKeys = useLabelKeys(openId, move)
  const selection = useListKeys({ list, lines, openId, move, openRow: row })
  const analysisOfMany = useAnalyseMany()
  const kept = analysisOfMany.keptOf(selection.chosen)
  const analyseKept = () => {
    selection.clear()
    analysisOfMany.run(kept)
  }
  const step = (direction: 'next' | 'previous') => {
    selection.leave()
    labelKeys.step(direction)
  }
  const hasNext = snapshot.shown.waiting > 0 || lines.neighbour(openId, 'next') !== undefined
  const hasPrevious = lines.neighbour(openId, 'previous') !== undefined
  const startExport = useCallback(() => setExporting(true), [])
  useCommands(
    'alarms',
    alarmCommands({
      step,
      label: (to) => labelKeys.label(selection.take(), to),
      reason: (digit) => labelKeys.reason(selection.take(), digit),
      mayLabel: () => mayLabel && row !== undefined,
      canAnalyse: () => (selection.chosen.length > 0 ? kept.length > 0 : analysis.can(row)),
      analyse: () => {
        if (selection.chosen.length > 0) analyseKept()
        else if (row) analysis.run(row.id)
      },
      canUndo: selection.canUndo,
      undo: selection.undo,
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
              onChoose={selection.choose}
            />
            <PendingLabels />
            {snapshot.outdated && <OutdatedList onRetry={() => void list.feed.resync()} />}
            <AlarmList
              key={list.key}
              list={list}
              lines={lines}
              snapshot={snapshot}
              openId={openId}
              narrow={narrow}
              onOpen={visit}
              onClearFilters={clear}
              onLonger={() => setFilters({ ...filters, time: { window: '7d' } })}
            />
            {selection.isPicking && (
              <SelectionBar
                rows={selection.chosen}
                onLabel={selection.labelChosen}
                kept={kept.length}
                isAnalysing={analysisOfMany.isPending}
                onAnalyse={analyseKept}
                onClear={selection.clear}
              />
            )}
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
