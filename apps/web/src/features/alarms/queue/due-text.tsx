import { IconAlarm, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './queue.module.css'
import { spanText } from './span-text.ts'
import { useSecond } from './use-second.ts'

/** How long until an alarm is late, or how long it has been late. The mark of a late one has an icon and a word besides its colour. */
export function DueText({ dueAt, short }: { dueAt: string; short?: boolean }) {
  const { t } = useTranslation('review')
  const left = Date.parse(dueAt) - useSecond()
  const isLate = left <= 0
  const Icon = isLate ? IconAlarm : IconClock
  const span = spanText(left)
  return (
    <span className={css['due']} data-late={isLate || undefined}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {isLate ? t(short ? 'due.lateShort' : 'due.late', { span }) : t(short ? 'due.inShort' : 'due.in', { span })}
    </span>
  )
}
