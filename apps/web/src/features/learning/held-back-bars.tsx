import type { Evaluation, HeldBack } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import css from './learning.module.css'

type Proportion = NonNullable<Evaluation['lost']>

interface Bar {
  when: 'before' | 'after'
  count: number
  of: number
  /** The share with its interval; null without any alarm, or where it was not calculated. */
  share: Proportion | null
}

interface Pair {
  kind: 'true' | 'false'
  name: string
  bars: Bar[]
}

interface HeldBackBarsProps {
  heldBack: HeldBack
  /** Absent for a refusal, whose counts are told alone. */
  evaluation?: Evaluation
}

/** Bars that show the verdicts on the held-back labels without and with learning, with the interval of each share. */
export function HeldBackBars({ heldBack, evaluation }: HeldBackBarsProps) {
  const { t } = useTranslation('learning')
  const { number, share } = useFormats()
  const { true: positives, false: negatives } = heldBack
  const pairs: Pair[] = [
    {
      kind: 'true',
      name: t('figures.true'),
      bars: [
        { when: 'before', count: positives.passedBefore, of: positives.of, share: evaluation?.recall.before ?? null },
        { when: 'after', count: positives.passedAfter, of: positives.of, share: evaluation?.recall.after ?? null },
      ],
    },
    {
      kind: 'false',
      name: t('figures.false'),
      bars: [
        {
          when: 'before',
          count: negatives.filteredBefore,
          of: negatives.of,
          share: evaluation?.reduction.before ?? null,
        },
        { when: 'after', count: negatives.filteredAfter, of: negatives.of, share: evaluation?.reduction.after ?? null },
      ],
    },
  ]
  const missed = positives.of - positives.passedBefore
  const lost = evaluation?.lost
  return (
    <div>
      <table className={css['figures']}>
        <caption>
          {t('figures.label')}
          {evaluation && (
            <span>{t(`figures.method.${evaluation.method === 'folds-of-days' ? 'camera' : 'company'}`)}</span>
          )}
        </caption>
        {pairs.map(({ kind, name, bars }) => (
          <tbody key={kind} data-kind={kind}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {name}
              </th>
            </tr>
            {bars.map((bar) => (
              <BarRow key={bar.when} bar={bar} />
            ))}
          </tbody>
        ))}
      </table>
      {lost && lost.count === 0 && (
        <p className={css['note']}>{t('figures.lost', { of: number(lost.of), high: share(lost.high) })}</p>
      )}
      {missed > 0 && <p className={css['note']}>{t('figures.missed', { count: missed, n: number(missed) })}</p>}
    </div>
  )
}

const percent = (value: number) => `${value * 100}%`

function BarRow({ bar: { when, count, of, share } }: { bar: Bar }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  return (
    <tr data-when={when}>
      <th scope="row">{t(`figures.${when}`)}</th>
      <td className={css['track']} aria-hidden="true">
        <span className={css['bar']} style={{ width: percent(of === 0 ? 0 : count / of) }} />
        {share && (
          <span
            className={css['interval']}
            style={{ left: percent(share.low), width: percent(share.high - share.low) }}
          />
        )}
      </td>
      <td className={css['value']}>
        {t('figures.count', {
          share: of === 0 ? '–' : formats.share(count / of),
          n: formats.number(count),
          of: formats.number(of),
        })}
        {share && (
          <small>{t('figures.interval', { low: formats.share(share.low), high: formats.share(share.high) })}</small>
        )}
      </td>
    </tr>
  )
}
