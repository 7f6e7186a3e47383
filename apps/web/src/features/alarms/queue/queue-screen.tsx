import { IconArrowsRightLeft, IconPlayerSkipForward, IconMessageForward } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../lib/commands/use-commands.ts'
import { Button } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { PageLayout } from '../../../ui/page-layout.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { useIsNarrow } from '../../../ui/use-is-narrow.ts'
import { SELECTION_BAR, useRoom } from '../../../ui/use-room.ts'
import { AlarmDetail } from '../components/alarm-detail.tsx'
import { factsStore, toggleFacts } from '../state/facts-store.ts'
import { labelQueue } from '../state/labelling.ts'
import { canUndoLabel, labelByDigit, labelTogether, undoLabel } from '../state/last-label.ts'
import { markChosen } from '../state/measure.ts'
import { createNoteField } from '../state/note-field.ts'
import { useAlarm } from '../state/use-alarm.ts'
import { useLabelOutcomes } from '../state/use-labels.ts'
import { DueText } from './due-text.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { queueCommands } from './queue-commands.ts'
import { FoldedQueueSide, QueueSide } from './queue-side.tsx'
import { QueueState } from './queue-states.tsx'
import css from './queue.module.css'
import type { DeskSnapshot, ReviewDesk } from './review-desk.ts'
import { useAhead, useReviewDesk, useReviewState } from './use-review-desk.ts'

/** The line above the alarm: when it is due, what a colleague said, and what else the operator can do. */
function QueueBar({ shown, onSkip, onHandOver }: { shown: DeskSnapshot; onSkip: () => void; onHandOver: () => void }) {
  const { t } = useTranslation('review')
  const { item, moving, lost } = shown
  return (
    <div className={css['bar']}>
      <div className={css['words']} role="status">
        {item && <DueText dueAt={item.dueAt} />}
        {lost && <span className={css['lost']}>{t('lost')}</span>}
        {item?.handOver && (
          <span className={css['given']}>
            <IconMessageForward size={16} aria-hidden="true" />
            <span>
              {t(item.handOver.toCaller ? 'handOver.toYou' : 'handOver.back', { name: item.handOver.by })}{' '}
              <TimeText at={item.handOver.at} show="time" seconds={false} />
              {item.handOver.note !== null && <>: {item.handOver.note}</>}
            </span>
          </span>
        )}
      </div>
      <Button
        disabled={!item || moving}
        leftSection={<IconPlayerSkipForward size={16} />}
        rightSection={<Kbd keys="P" />}
        onClick={onSkip}
      >
        {t('skip')}
      </Button>
      <Button
        disabled={!item || moving}
        leftSection={<IconArrowsRightLeft size={16} />}
        rightSection={<Kbd keys="H" />}
        onClick={onHandOver}
      >
        {t('handOver.open')}
      </Button>
    </div>
  )
}

/** The alarm on screen. Goes on as soon as it has a label: chosen here by any key or button, or by a colleague. */
function useQueueAlarm(desk: ReviewDesk, shown: DeskSnapshot) {
  const { item } = shown
  const id = item?.alarm.id ?? null
  const query = useAlarm(id)
  const alarm = query.data?.id === id ? query.data : undefined
  const row = item && alarm && alarm.version >= item.alarm.version ? alarm : item?.alarm
  useAhead(shown.ahead)
  useEffect(() => {
    if (id !== null) markChosen(id)
  }, [id])
  const pending = useSyncExternalStore(labelQueue.subscribe, labelQueue.pending)
  const chosen = id === null ? null : (pending.get(id) ?? null)
  const isLabelledElsewhere = alarm !== undefined && alarm.groundTruth !== null
  const advance = useEffectEvent((alarmId: string) => {
    if (chosen !== null) desk.labelled(alarmId)
    else void desk.taken(alarmId)
  })
  useEffect(() => {
    if (id !== null && (chosen !== null || isLabelledElsewhere)) advance(id)
  }, [id, chosen, isLabelledElsewhere])
  return { id, query, alarm, row }
}

/** The labels of a phone, below the alarm. Toasts stay above them. */
function ThumbLabels({ disabled, onLabel }: { disabled: boolean; onLabel: (to: boolean) => void }) {
  const { t } = useTranslation('alarms')
  return (
    <div className={css['thumbs']} ref={useRoom(SELECTION_BAR)}>
      {([true, false] as const).map((value) => (
        <Button key={String(value)} size="lg" fullWidth disabled={disabled} onClick={() => onLabel(value)}>
          {t(value ? 'label.true' : 'label.false')}
        </Button>
      ))}
    </div>
  )
}

interface QueueAlarmProps {
  desk: ReviewDesk
  shown: DeskSnapshot
  current: ReturnType<typeof useQueueAlarm>
  narrow: boolean
  noteRef: (element: HTMLElement | null) => void
  onLabel: (to: boolean) => void
  onHandOver: () => void
}

/** The alarm with what the operator can do about it. On a phone the labels are below, within reach of the thumb. */
function QueueAlarm({ desk, shown, current, narrow, noteRef, onLabel, onHandOver }: QueueAlarmProps) {
  return (
    <>
      <QueueBar shown={shown} onSkip={() => desk.skip()} onHandOver={onHandOver} />
      <div className={css['alarm']} data-moving={shown.moving || undefined}>
        <AlarmDetail
          row={current.row}
          alarm={current.alarm}
          query={current.query}
          noteRef={noteRef}
          // A swipe must not send an alarm away.
          onStep={() => undefined}
          onNewest={() => desk.skip()}
        />
      </div>
      {narrow && <ThumbLabels disabled={shown.moving} onLabel={onLabel} />}
    </>
  )
}

/** The review queue: one alarm after another, each for one operator. */
export function QueueScreen() {
  const { t } = useTranslation('review')
  const narrow = useIsNarrow()
  const navigate = useNavigate()
  const { desk, shown } = useReviewDesk()
  const state = useReviewState().data
  const [handingOver, setHandingOver] = useState(false)
  const [noteField] = useState(createNoteField)
  const current = useQueueAlarm(desk, shown)
  const { id, row } = current
  const { item, moving } = shown
  const open = (alarmId: string | null) =>
    void navigate({ to: '/cams/alarms/{-$id}', params: { id: alarmId ?? undefined } })
  useLabelOutcomes(id, open)
  const label = (to: boolean) => row && !moving && labelTogether([row], to)
  useCommands(
    'review-queue',
    queueCommands({
      has: () => item !== null && !moving,
      label,
      reason: (digit) => row && !moving && labelByDigit([row], digit),
      skip: () => desk.skip(),
      handOver: () => setHandingOver(true),
      canUndo: canUndoLabel,
      undo: undoLabel,
      note: () => {
        noteField.focus()
        factsStore.set(true)
      },
      canFold: () => !narrow && item !== null,
      fold: toggleFacts,
      close: () => open(null),
    }),
  )
  const parts = { desk, shown, current, narrow, noteRef: noteField.ref }
  return (
    <PageLayout title={t('title')} variant="flush" hideHeader>
      <div className={css['screen']} data-narrow={narrow || undefined}>
        {narrow && item !== null ? <FoldedQueueSide state={state} /> : <QueueSide state={state} />}
        <div className={css['main']} aria-busy={moving}>
          {item && <QueueAlarm {...parts} onLabel={label} onHandOver={() => setHandingOver(true)} />}
          {!item && <QueueState desk={desk} shown={shown} state={state} />}
        </div>
      </div>
      <HandOverDialog
        opened={handingOver && id !== null}
        alarmId={id ?? ''}
        tab={desk.tab ?? ''}
        people={state?.people ?? []}
        onGiven={() => desk.given()}
        onClose={() => setHandingOver(false)}
      />
    </PageLayout>
  )
}
