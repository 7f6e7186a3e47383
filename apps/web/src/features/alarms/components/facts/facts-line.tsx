import type { AlarmRow } from '@winnow/contract'
import { memo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { BothTimes } from '../../../../ui/both-times.tsx'
import { VerdictBadge } from '../../../../ui/verdict-badge.tsx'
import { stateOf } from '../../model/matches-filters.ts'
import { labelQueue } from '../../state/labelling.ts'
import { useLabelWord } from '../../state/use-labels.ts'
import { LookingMark } from '../looking-mark.tsx'
import css from './facts.module.css'
import { FactsToggle } from './facts-toggle.tsx'

/** Verdict, camera, time and label in one line, above the pictures while the facts are collapsed. */
export const FactsLine = memo(function FactsLine({ row }: { row: AlarmRow }) {
  const { t } = useTranslation('alarms')
  const word = useLabelWord()
  const pending = useSyncExternalStore(labelQueue.subscribe, labelQueue.pending)
  const label = pending.has(row.id) ? (pending.get(row.id) ?? null) : row.groundTruth
  const place = `${row.projectName} / ${row.siteName}`
  return (
    <div className={css['line']} role="group" aria-label={t('facts.label')}>
      <VerdictBadge verdict={stateOf(row)} />
      <h2 title={row.viewName}>{row.viewName}</h2>
      <span className={css['linePlace']} title={place}>
        {place}
      </span>
      <span className={css['lineTimes']}>
        <BothTimes at={row.receivedAt} zone={row.timezone} first="site" />
      </span>
      <LookingMark alarmId={row.id} words />
      <span className={css['lineLabel']} data-label={label ?? undefined} aria-live="polite">
        {label === null ? t('label.none') : word(label)}
      </span>
      <FactsToggle shown={false} />
    </div>
  )
})
