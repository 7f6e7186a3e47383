import type { Alarm } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { BothTimes } from '../../../../ui/both-times.tsx'
import { sightingText } from '../../../alarm-words/index.ts'
import { shownSightings } from '../../model/shown-boxes.ts'
import { ClassIcon } from '../class-icon.tsx'
import css from './facts.module.css'
import { reasonText } from '../../../alarm-words/index.ts'
import { AnalyseButton, ByHandText } from './by-hand.tsx'
import { OutsideText } from './outside-text.tsx'
import { Section } from './section.tsx'

/** The verdict and its reasons, in plain words. */
export function VerdictSection({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation(['reasons', 'alarms'])
  const formats = useFormats()
  const reasons = alarm.reasons.map((reason) => reasonText(reason, alarm, t, formats))
  const { t: tAlarms } = useTranslation('alarms')
  const deadline = new Date(alarm.deadlineAt)
  const { stands, doubted } = shownSightings(alarm)
  const seen = [...stands.toSorted((a, b) => b.score - a.score), ...doubted.toSorted((a, b) => b.score - a.score)]
  const late =
    alarm.releasedAt !== null &&
    alarm.verdictAt !== null &&
    Date.parse(alarm.verdictAt) - Date.parse(alarm.releasedAt) > 0
  return (
    <Section
      title={t('alarms:verdict.title')}
      aside={
        alarm.verdictAt !== null && (
          <span className={css['hint']}>
            <BothTimes at={alarm.verdictAt} zone={alarm.timezone} first="site" show="time" />
          </span>
        )
      }
    >
      {alarm.outside && <OutsideText outside={alarm.outside} zone={alarm.timezone} />}
      <AnalyseButton alarm={alarm} />
      {alarm.byHand && <ByHandText byHand={alarm.byHand} zone={alarm.timezone} />}
      {alarm.verdict === null && !alarm.outside && (
        <p className={css['muted']}>
          {t('alarms:verdict.waiting', {
            time: `${formats.time(deadline, alarm.timezone)} ${formats.zoneName(deadline, alarm.timezone)}`,
          })}
        </p>
      )}
      {alarm.verdict !== null && reasons.length === 0 && (
        <p className={css['muted']}>{t('alarms:verdict.noReasons')}</p>
      )}
      <ul className={css['reasons']}>
        {reasons.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {late && <p className={css['muted']}>{t('alarms:verdict.corrected')}</p>}
      {seen.length > 0 && !alarm.boxesRemoved && (
        <ul className={css['seen']}>
          {seen.map((detection) => (
            <li
              key={`${detection.frame} ${detection.box.x} ${detection.box.y} ${detection.label}`}
              data-doubted={detection.doubt ?? undefined}
            >
              <ClassIcon name={detection.class} />
              {sightingText(detection.label, detection, tAlarms)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
