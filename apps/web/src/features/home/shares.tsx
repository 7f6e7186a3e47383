import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { Agreement } from './agreement.tsx'
import { judged, labelled, lateList, type ListOf, listOf, passedOn } from './alarm-links.ts'
import { AlarmNumber } from './alarm-number.tsx'
import { FEW_CASES } from './few-cases.ts'
import { Figure } from './figure.tsx'
import css from './home.module.css'
import type { HomeFigures } from './use-figures.ts'
import type { Home } from './use-home.ts'

type Proportion = NonNullable<HomeFigures['total']['recall']>

/** How well the filter works: reduction and recall with interval and sample size, its speed, and what it has not judged in time. */
export function Shares({ figures, latency }: { figures: HomeFigures; latency: Home['latency'] }) {
  const { t } = useTranslation('home')
  const { before, total } = figures
  const { reduction, recall } = total
  return (
    <dl className={css['figures']} aria-label={t('shares.label')}>
      <Figure
        name={t('shares.reduction')}
        note={
          <>
            {reduction ? <Basis of={reduction} list={judged(figures)} base="judged" /> : t('noneAnalysed')}
            <ShareBefore of={before.reduction} name={t('shares.reduction')} list={listOf('filtered', before)} />
          </>
        }
      >
        {reduction ? <Share of={reduction} name={t('shares.reduction')} list={listOf('filtered', figures)} /> : '–'}
      </Figure>
      <Figure
        name={t('shares.recall')}
        note={
          <>
            {total.received === 0 ? (
              t('noneAnalysed')
            ) : recall ? (
              <Basis of={recall} list={labelled(figures, 'true')} base="labelled" />
            ) : (
              <Link
                to="/cams/alarms/{-$id}"
                params={{ id: undefined }}
                search={{ since: figures.since, till: figures.till, label: 'unlabelled' }}
              >
                {t('shares.noLabels')}
              </Link>
            )}
            <ShareBefore of={before.recall} name={t('shares.recall')} list={passedOn(before)} />
          </>
        }
      >
        {recall ? <Share of={recall} name={t('shares.recall')} list={passedOn(figures)} /> : '–'}
      </Figure>
      <Agreement />
      <Speed latency={latency} />
      <Late late={figures.late} now={figures.till} />
    </dl>
  )
}

/** The time from receipt to verdict. */
function Speed({ latency }: { latency: Home['latency'] }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  return (
    <Figure
      name={t('latency')}
      note={
        latency && (
          <span title={t('latencyOver', { count: latency.alarms })}>
            {t('latencyP95', { duration: formats.duration(latency.p95) })}
          </span>
        )
      }
    >
      {latency ? formats.duration(latency.p50) : '–'}
    </Figure>
  )
}

/** Alarms that wait for their verdict past their deadline. */
function Late({ late, now }: { late: HomeFigures['late']; now: string }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  return (
    <Figure
      name={t('late.name')}
      note={
        late.oldest === null ? (
          t('late.none')
        ) : (
          <>
            {t('late.oldest')} <TimeText at={late.oldest} seconds={false} />
          </>
        )
      }
    >
      <AlarmNumber list={lateList(late, now)} label={`${t('late.name')}: ${formats.number(late.count)}`}>
        {formats.number(late.count)}
      </AlarmNumber>
    </Figure>
  )
}

/** A share as a percentage, or as counts where there are few. */
function useShareText() {
  const { t } = useTranslation('home')
  const { number, share } = useFormats()
  return (of: Proportion) =>
    of.of < FEW_CASES ? t('shares.countOf', { n: number(of.count), of: number(of.of) }) : share(of.share)
}

/** A share, which leads to the alarms that count. */
function Share({ of, name, list }: { of: Proportion; name: string; list: ListOf }) {
  const text = useShareText()(of)
  return (
    <AlarmNumber list={list} label={`${name}: ${text}`}>
      {text}
    </AlarmNumber>
  )
}

/** The same share a week before; nothing where there was no case. */
function ShareBefore({ of, name, list }: { of: Proportion | null; name: string; list: ListOf }) {
  const { t } = useTranslation('home')
  const textOf = useShareText()
  if (of === null) return null
  return (
    <>
      <br />
      <AlarmNumber list={list} label={t('before.label', { what: name, n: textOf(of) })}>
        {t('before.share', { share: textOf(of) })}
      </AlarmNumber>
    </>
  )
}

/** The interval and the sample size of a share. */
function Basis({ of, list, base }: { of: Proportion; list: ListOf; base: 'judged' | 'labelled' }) {
  const { t } = useTranslation('home')
  const { number, share } = useFormats()
  return (
    <>
      {t('shares.interval', { low: share(of.low), high: share(of.high) })}
      <br />
      <AlarmNumber list={list}>{t(`shares.${base}`, { count: of.of, n: number(of.of) })}</AlarmNumber>
    </>
  )
}
