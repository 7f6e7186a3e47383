import type { Alarm, SaidLabel } from '@winnow/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { Button } from '../../../../ui/button.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { conflictsStore, resolveConflict } from '../../state/labelling.ts'
import { labelOver } from '../../state/last-label.ts'
import { useLabelWords } from '../../state/use-labels.ts'
import css from './facts.module.css'

/** The label that stands, as the alarm says it. */
function standingOf({ labels, groundTruth, labelReason, labelledBy, labelledAt }: Alarm): Partial<SaidLabel> {
  const standing = labels.find(({ authorName, at }) => authorName === labelledBy && at === labelledAt)
  return (
    standing ?? { groundTruth, reason: labelReason, authorName: labelledBy, ...(labelledAt ? { at: labelledAt } : {}) }
  )
}

/** Shown below the label buttons when two people disagree. Says who chose which label and when, and lets this operator decide. */
export function LabelConflict({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const words = useLabelWords()
  const conflict = useStore(conflictsStore).get(alarm.id)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The facts scroll, and their end may be out of view.
    if (conflict !== undefined) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [conflict])
  if (conflict === undefined) return null
  const { wanted, labels } = conflict
  const theirs = labels?.theirs ?? standingOf(alarm)
  const said = words(theirs.groundTruth ?? null, theirs.reason ?? null)
  const mine = words(wanted.to, wanted.reason)
  return (
    <div ref={notice} className={css['conflict']} role="alert">
      <p>
        <strong>{t('label.conflictTitle')}</strong>
      </p>
      <p>
        {t('label.conflict', { name: theirs.authorName ?? t('label.conflictSomeone'), theirs: said, mine })}{' '}
        {theirs.at !== undefined && <TimeText at={theirs.at} />}
      </p>
      <div className={css['row']}>
        <Button onClick={() => resolveConflict(alarm.id)}>{t('label.keepTheirs', { label: said })}</Button>
        <Button
          look="primary"
          onClick={() => labelOver(wanted, { label: theirs.groundTruth ?? null, reason: theirs.reason ?? null })}
        >
          {t('label.useMine', { label: mine })}
        </Button>
      </div>
    </div>
  )
}
