import type { Alarm, AlarmRule } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import css from './facts.module.css'
import { Section } from './section.tsx'

/** Why a rule could not look. A server may be newer than the console in an open tab, so other reasons are shown as they are. */
const REASONS = ['pictures', 'looks', 'postures', 'plates', 'detector', 'usual-picture', 'list'] as const
const isKnownReason = (why: string): why is (typeof REASONS)[number] => REASONS.some((known) => known === why)

/** A moment in a zone, with its day: a timeout may end tomorrow. */
function useMomentText(zone: string) {
  const formats = useFormats()
  return (at: Date) => `${formats.dateTime(at, zone, { seconds: false })} ${formats.zoneName(at, zone)}`
}

/** What a rule found, in short facts: where, how many, for how long, which plate. */
function useFindingFacts(alarm: Alarm) {
  const { t } = useTranslation('rules')
  const formats = useFormats()
  const momentText = useMomentText(alarm.timezone)
  return ({ zone, count, seconds, plate, outcome, heldUntil, why }: AlarmRule): string[] => [
    ...(why === null ? [] : [isKnownReason(why) ? t(`alarm.why.${why}`) : why]),
    ...(zone === null ? [] : [t('alarm.zone', { zone: zone.name })]),
    ...(count === null ? [] : [t('alarm.counted', { n: formats.number(count) })]),
    ...(seconds === null ? [] : [t('alarm.stayed', { time: formats.duration(seconds * 1000) })]),
    ...(plate === null
      ? []
      : [
          plate.listed === null || plate.list === null
            ? t('alarm.plate', { read: plate.read })
            : t('alarm.listed', { read: plate.read, listed: plate.listed, list: plate.list }),
        ]),
    ...(outcome === 'held' && heldUntil !== null
      ? [t('alarm.heldHint', { time: momentText(new Date(heldUntil)) })]
      : []),
  ]
}

/** What the camera's rules found on an alarm. */
export function RulesSection({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('rules')
  const factsOf = useFindingFacts(alarm)
  const seesClients = useMay('clients.see')
  if (alarm.rules.length === 0) return null
  return (
    <Section
      title={t('alarm.title')}
      aside={
        seesClients && (
          <Link to="/cams/clients/u" search={{ cam: alarm.viewId, tab: 'rules' }} className={css['hint']}>
            {t('alarm.open')}
          </Link>
        )
      }
    >
      <ul className={css['reasons']}>
        {alarm.rules.map((finding, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a rule may have found several things, and the list does not change
          <li key={`${finding.ruleId} ${index}`}>
            <strong>{finding.name}</strong>
            {` · ${t(`type.${finding.type}`)}`}
            {finding.category !== null && ` · ${t(`category.${finding.category}`)}`}
            {` · ${t(`alarm.${finding.outcome}`)}`}
            {factsOf(finding).map((fact) => (
              <span key={fact} className={css['hint']}>
                {fact}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}
