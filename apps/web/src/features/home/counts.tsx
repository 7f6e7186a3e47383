import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { COUNTED, type Counted, listOf } from './alarm-links.ts'
import { AlarmNumber } from './alarm-number.tsx'
import { Figure } from './figure.tsx'
import css from './home.module.css'
import type { HomeFigures } from './use-figures.ts'
import { WeekBefore } from './week-before.tsx'

/** The alarms of the window as a sum: received = passed + unverified + filtered + waiting + outside. */
export function Counts({ figures }: { figures: HomeFigures }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const { before } = figures
  const time = (at: string) => formats.dateTime(new Date(at), undefined, { seconds: false })
  return (
    <div>
      <dl className={css['figures']} aria-label={t('counts.label')}>
        <Count kind="received" figures={figures} />
        {COUNTED.map((kind, index) => (
          <Count key={kind} kind={kind} figures={figures} sign={index === 0 ? '=' : '+'} />
        ))}
      </dl>
      <p className={css['compared']}>{t('before.hint', { since: time(before.since), till: time(before.till) })}</p>
    </div>
  )
}

function Count({ kind, figures, sign }: { kind: Counted | 'received'; figures: HomeFigures; sign?: '=' | '+' }) {
  const { t } = useTranslation('home')
  const { number } = useFormats()
  const { total, before } = figures
  return (
    <Figure
      name={t(kind)}
      kind={kind}
      sign={sign}
      note={<WeekBefore now={total[kind]} before={before[kind]} list={listOf(kind, before)} what={t(kind)} />}
    >
      <AlarmNumber list={listOf(kind, figures)} label={`${t(kind)}: ${number(total[kind])}`}>
        {number(total[kind])}
      </AlarmNumber>
    </Figure>
  )
}
