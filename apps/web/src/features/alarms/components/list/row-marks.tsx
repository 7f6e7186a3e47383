import type { AlarmRow } from '@winnow/contract'
import { IconCheck, IconMessage, IconMinus, IconRulerMeasure, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Label, Reason } from '../../model/label-queue.ts'
import { useLabelWords } from '../../state/use-labels.ts'
import { ClassIcon } from '../class-icon.tsx'
import css from './alarm-row-item.module.css'

interface LabelMarkProps {
  label: Label
  reason?: Reason
  unsent: boolean
}

/** The icon of a label, with a text for assistive technology that also has the reason. */
export function LabelMark({ label, reason = null, unsent }: LabelMarkProps) {
  const { t } = useTranslation('alarms')
  const words = useLabelWords()
  if (label === null) return null
  const text = t(unsent ? 'rowUnsent' : 'rowLabelled', { label: words(label, reason) })
  const Icon = label ? IconCheck : IconX
  return (
    <span className={css['mark']} data-label={label} data-unsent={unsent || undefined} title={text}>
      <Icon size={14} stroke={2.5} aria-hidden="true" />
      <span className="wn-visually-hidden">{text}</span>
    </span>
  )
}

/** The rule that found what it looks for. */
function RuleMark({ rule }: { rule: NonNullable<AlarmRow['rule']> }) {
  const { t } = useTranslation('rules')
  const what = rule.category === null ? t(`type.${rule.type}`) : t(`category.${rule.category}`)
  const text = [rule.name, what, ...(rule.isHeld ? [t('alarm.held')] : [])].join(' · ')
  return (
    <span className={css['rule']} data-held={rule.isHeld || undefined} title={text}>
      <IconRulerMeasure size={13} aria-hidden="true" />
      <span className={css['ruleName']} aria-hidden="true">
        {rule.name}
      </span>
      <span className="wn-visually-hidden">{text}</span>
    </span>
  )
}

interface RowExtrasProps {
  classes: AlarmRow['classes']
  rule: AlarmRow['rule']
  notes: number
  isTest: boolean
}

/** The seen classes, the rule, and the number of notes. */
export function RowExtras({ classes, rule, notes, isTest }: RowExtrasProps) {
  const { t } = useTranslation('alarms')
  return (
    <span className={css['extras']}>
      {isTest && <span className={css['test']}>{t('test')}</span>}
      {rule && <RuleMark rule={rule} />}
      {classes.map((name) => (
        <ClassIcon key={name} name={name} />
      ))}
      {notes > 0 && (
        <span className={css['notes']} title={t('rowNotes', { count: notes })}>
          <IconMessage size={13} aria-hidden="true" />
          <span aria-hidden="true">{notes}</span>
          <span className="wn-visually-hidden">{t('rowNotes', { count: notes })}</span>
        </span>
      )}
    </span>
  )
}

/** Whether a line is selected: a box as on paper. The line itself says it to assistive technology. */
export function PickMark({ share }: { share: 'none' | 'some' | 'all' }) {
  return (
    <span className={css['pick']} data-share={share} aria-hidden="true">
      {share === 'all' && <IconCheck size={13} stroke={3} />}
      {share === 'some' && <IconMinus size={13} stroke={3} />}
    </span>
  )
}
