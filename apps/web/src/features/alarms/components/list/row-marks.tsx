import type { AlarmRow } from '@winnow/contract'
import { IconCheck, IconMessage, IconMinus, IconX } from '@tabler/icons-react'
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

/** The seen classes and the number of notes. */
export function RowExtras({
  classes,
  notes,
  isTest,
}: {
  classes: AlarmRow['classes']
  notes: number
  isTest: boolean
}) {
  const { t } = useTranslation('alarms')
  return (
    <span className={css['extras']}>
      {isTest && <span className={css['test']}>{t('test')}</span>}
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
