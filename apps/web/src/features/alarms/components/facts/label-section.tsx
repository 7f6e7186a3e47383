import type { Alarm, AlarmRow } from '@winnow/contract'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { conflictsStore, labelQueue } from '../../state/labelling.ts'
import { useLabels, useLabelWord } from '../../state/use-labels.ts'
import css from './facts.module.css'
import { Section } from './section.tsx'

/** Shown below the label buttons when two operators disagree. Says who chose which label, and lets this operator decide. */
function Conflict({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const word = useLabelWord()
  const labels = useLabels()
  const conflicts = useStore(conflictsStore)
  if (!conflicts.has(alarm.id)) return null
  const mine = conflicts.get(alarm.id) ?? null
  return (
    <div className={css['conflict']} role="alert">
      <p>
        <strong>{t('label.conflictTitle')}</strong>
      </p>
      <p>
        {t('label.conflict', {
          name: alarm.labelledBy ?? t('label.conflictSomeone'),
          theirs: word(alarm.groundTruth),
          mine: word(mine),
        })}
      </p>
      <div className={css['row']}>
        <Button onClick={() => labels.keepTheirs(alarm.id)}>
          {t('label.keepTheirs', { label: word(alarm.groundTruth) })}
        </Button>
        <Button look="primary" onClick={() => labels.choose(alarm, mine)}>
          {t('label.useMine', { label: word(mine) })}
        </Button>
      </div>
    </div>
  )
}

/** The label: two buttons with their keys, and who set it. */
export function LabelSection({ row, alarm }: { row: AlarmRow; alarm: Alarm | undefined }) {
  const { t } = useTranslation('alarms')
  const word = useLabelWord()
  const labels = useLabels()
  const allowed = useMay('alarm.label')
  const pending = useSyncExternalStore(labelQueue.subscribe, labelQueue.pending)
  const kept = useSyncExternalStore(labelQueue.subscribe, labelQueue.kept).get(row.id)
  const sending = pending.has(row.id)
  const shown = sending ? (pending.get(row.id) ?? null) : row.groundTruth
  return (
    <Section
      title={t('label.question')}
      aside={
        allowed &&
        shown !== null && (
          <Button look="subtle" size="compact-xs" onClick={() => labels.choose(row, null)}>
            {t('label.clear')}
          </Button>
        )
      }
    >
      <div className={css['labels']}>
        {([true, false] as const).map((value) => (
          <button
            key={String(value)}
            type="button"
            className={css['labelButton']}
            data-label={value}
            aria-pressed={shown === value}
            data-unsent={sending || undefined}
            aria-keyshortcuts={value ? 'T Shift+T' : 'F Shift+F'}
            disabled={!allowed}
            onClick={() => labels.choose(row, value)}
          >
            {value ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
            {word(value)}
            <Kbd keys={value ? 'T' : 'F'} />
          </button>
        ))}
      </div>
      <div className={css['labelState']} aria-live="polite">
        {!allowed && <span>{t('label.readonly')}</span>}
        {allowed && sending && (
          <span>
            {t(kept === undefined ? 'label.sending' : kept === 'later' ? 'label.kept' : 'label.keptAfterError')}
          </span>
        )}
        {!sending && shown === null && <span>{t('label.none')}</span>}
        {!sending && shown !== null && alarm?.labelledBy && alarm.labelledAt && (
          <span>
            {alarm.labelledBy}, <TimeText at={alarm.labelledAt} seconds={false} />
          </span>
        )}
      </div>
      {alarm && alarm.supGroundTruth !== null && (
        <p className={css['muted']}>
          {t('label.customer', { label: word(alarm.cusGroundTruth) })} ·{' '}
          {t('label.supervisor', { label: word(alarm.supGroundTruth) })}
        </p>
      )}
      {alarm && <Conflict alarm={alarm} />}
    </Section>
  )
}
