import type { ReviewRound } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { TimeText } from '../../ui/time-text.tsx'
import css from './supervisor.module.css'

type Result = ReviewRound['result']
type Estimate = NonNullable<Result['recall']>

/** The bounds on a scale from 0 to 100 %, with the share as a line. The same is said in words beside it. */
function Bounds({ of }: { of: Estimate }) {
  const percent = (share: number) => `${share * 100}%`
  return (
    <span className={css['scale']} aria-hidden="true">
      <span className={css['range']} style={{ left: percent(of.low), right: percent(1 - of.high) }} />
      {of.share !== null && <span className={css['point']} style={{ left: percent(of.share) }} />}
    </span>
  )
}

interface FigureProps {
  kind: 'recall' | 'falseFiltered' | 'reduction'
  result: Result
}

/** One share with its bounds and the number of labels. With few labels it has bounds alone. */
function Figure({ kind, result }: FigureProps) {
  const { t } = useTranslation('supervisor')
  const { share, number } = useFormats()
  const of = result[kind]
  return (
    <div className={css['figure']}>
      <dt>
        {t(`result.${kind}`)}
        <span className={css['muted']}>{t(`result.means.${kind}`)}</span>
      </dt>
      <dd className={css['value']} data-few={(of?.share ?? null) === null || undefined}>
        {of === null && t('result.noLabels')}
        {of !== null && (of.share === null ? t('result.tooFew') : share(of.share))}
      </dd>
      {of && (
        <dd className={css['basis']}>
          <Bounds of={of} />
          <span>{t('result.between', { low: share(of.low), high: share(of.high) })}</span>
          <span className={css['muted']}>
            {t(kind === 'reduction' ? 'result.counted' : 'result.labels', { n: number(of.of) })}
          </span>
        </dd>
      )}
    </div>
  )
}

/** Why there is no share yet. */
function Missing({ result }: { result: Result }) {
  const { t } = useTranslation('supervisor')
  if (result.missing > 0) return <p className={css['muted']}>{t('result.missing', { n: result.missing })}</p>
  if (result.recall?.share === null) return <p className={css['muted']}>{t('result.fewTrue')}</p>
  return result.falseFiltered?.share === null ? <p className={css['muted']}>{t('result.fewFalse')}</p> : null
}

/** What the labels of one round say. */
export function RoundResult({ round }: { round: ReviewRound }) {
  const { t } = useTranslation('supervisor')
  const { number } = useFormats()
  const { result, labelled, listed, alarms } = round
  return (
    <div className={css['round']}>
      <p className={css['window']}>
        <TimeText at={round.since} show="date" /> – <TimeText at={round.till} show="date" />
        <span className={css['muted']}>
          {t('result.size', { labelled: number(labelled), listed: number(listed), alarms: number(alarms) })}
        </span>
      </p>
      <dl className={css['figures']}>
        <Figure kind="recall" result={result} />
        <Figure kind="falseFiltered" result={result} />
        {/* Supervisors do not get it: it could tell them a verdict before their label. */}
        {result.reduction && <Figure kind="reduction" result={result} />}
      </dl>
      <Missing result={result} />
    </div>
  )
}
