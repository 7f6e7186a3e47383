import { reasonsFor } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../../ui/kbd.tsx'
import type { Label, Reason } from '../../model/label-queue.ts'
import css from './label-reasons.module.css'

interface LabelReasonsProps {
  label: Label
  reason: Reason
  onReason: (reason: NonNullable<Reason>) => void
}

/**
 * The reasons of the label with their digit keys. For an alarm without a label they are those of a false alarm, which by far the most alarms are:
 * one key then gives label and reason.
 */
export function LabelReasons({ label, reason, onReason }: LabelReasonsProps) {
  const { t } = useTranslation('alarms')
  const truth = label ?? false
  return (
    <div className={css['reasons']} role="group" aria-label={t(truth ? 'label.reasonTrue' : 'label.reasonFalse')}>
      <span className={css['lead']}>{t(truth ? 'label.reasonTrue' : 'label.reasonFalse')}</span>
      {reasonsFor(truth).map((each, index) => (
        <button
          key={each}
          type="button"
          className={css['reason']}
          data-label={truth}
          aria-pressed={label !== null && reason === each}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onReason(each)}
        >
          {t(`labelReason.${each}`)}
          <Kbd keys={String(index + 1)} />
        </button>
      ))}
    </div>
  )
}
