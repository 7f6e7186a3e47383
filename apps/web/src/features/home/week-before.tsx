import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import type { ListOf } from './alarm-links.ts'
import { AlarmNumber } from './alarm-number.tsx'

interface WeekBeforeProps {
  now: number
  before: number
  /** The alarms of the week before. */
  list: ListOf
  /** What is counted, for assistive technology. */
  what: string
}

/** The same number a week before, as a link to its alarms, and the difference. */
export function WeekBefore({ now, before, list, what }: WeekBeforeProps) {
  const { t } = useTranslation('home')
  const { number } = useFormats()
  const change = now - before
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  return (
    <>
      {sign}
      {number(Math.abs(change))} {t('before.against')}{' '}
      <AlarmNumber list={list} label={t('before.label', { what, n: number(before) })}>
        {number(before)}
      </AlarmNumber>
    </>
  )
}
