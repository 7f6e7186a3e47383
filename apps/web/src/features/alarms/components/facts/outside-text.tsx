import type { Alarm } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import css from './facts.module.css'

/** Why an alarm was kept without being judged. Times are those of the site. */
export function OutsideText({ outside, zone }: { outside: NonNullable<Alarm['outside']>; zone: string }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const until = outside.until === null ? undefined : new Date(outside.until)
  return (
    <>
      <p>
        {t(`keptBecause.${outside.reason}`)}
        {until &&
          ` ${t(outside.reason === 'paused' ? 'keptBecause.until' : 'keptBecause.untilCounts', { time: `${formats.dateTime(until, zone)} ${formats.zoneName(until, zone)}` })}`}
      </p>
      <p className={css['muted']}>{t('keptBecause.body')}</p>
    </>
  )
}
