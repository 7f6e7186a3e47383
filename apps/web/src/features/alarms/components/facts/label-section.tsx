import type { Alarm, AlarmRow } from '@winnow/contract'
import { Switch } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { toggleOpensNext, useOpensNext } from '../../state/label-next.ts'
import { labelQueue } from '../../state/labelling.ts'
import { labelTogether, shownLabel } from '../../state/last-label.ts'
import { useLabelWord } from '../../state/use-labels.ts'
import css from './facts.module.css'
import { LabelConflict } from './label-conflict.tsx'
import { LabelHour } from './label-hour.tsx'
import { LabelPeople } from './label-people.tsx'
import { LabelReasons } from './label-reasons.tsx'
import { Section } from './section.tsx'

/** The label: two buttons with their keys, and who set it. */
export function LabelSection({ row, alarm }: { row: AlarmRow; alarm: Alarm | undefined }) {
  const { t } = useTranslation('alarms')
  const word = useLabelWord()
  const allowed = useMay('alarm.label')
  const pending = useSyncExternalStore(labelQueue.subscribe, labelQueue.pending)
  const kept = useSyncExternalStore(labelQueue.subscribe, labelQueue.kept).get(row.id)
  const sending = pending.has(row.id)
  const opensNext = useOpensNext()
  const { label: shown, reason } = shownLabel(row)
  return (
    <Section
      title={t('label.question')}
      aside={
        allowed &&
        shown !== null && (
          <Button look="subtle" size="compact-xs" onClick={() => labelTogether([row], null)}>
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
            onClick={() => labelTogether([row], value)}
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
            {reason !== null && `${t(`labelReason.${reason}`)} · `}
            {alarm.labelledBy}, <TimeText at={alarm.labelledAt} seconds={false} />
          </span>
        )}
      </div>
      {alarm && <LabelConflict alarm={alarm} />}
      {alarm && alarm.supGroundTruth !== null && (
        <p className={css['muted']}>
          {t('label.customer', { label: word(alarm.cusGroundTruth) })} ·{' '}
          {t('label.supervisor', { label: word(alarm.supGroundTruth) })}
        </p>
      )}
      {allowed && (
        <LabelReasons label={shown} reason={reason} onReason={(each) => labelTogether([row], shown ?? false, each)} />
      )}
      {alarm && <LabelPeople labels={alarm.labels} />}
      {allowed && (
        <div className={css['labelMore']}>
          <Switch size="xs" label={t('label.next')} checked={opensNext} onChange={toggleOpensNext} />
          {!sending && shown !== null && <LabelHour key={row.id} row={row} label={shown} reason={reason} />}
        </div>
      )}
    </Section>
  )
}
