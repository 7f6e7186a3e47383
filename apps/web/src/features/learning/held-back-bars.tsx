import type { HeldBack } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import css from './learning.module.css'

interface Pair {
  kind: 'true' | 'false'
  name: string
  before: number
  after: number
  of: number
}

/** Bars that show the verdicts on the held-back labels without and with learning. */
export function HeldBackBars({ heldBack }: { heldBack: HeldBack }) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  const { true: positives, false: negatives } = heldBack
  const pairs: Pair[] = [
    {
      kind: 'true',
      name: t('figures.true'),
      before: positives.passedBefore,
      after: positives.passedAfter,
      of: positives.of,
    },
    {
      kind: 'false',
      name: t('figures.false'),
      before: negatives.filteredBefore,
      after: negatives.filteredAfter,
      of: negatives.of,
    },
  ]
  const missed = positives.of - positives.passedBefore
  return (
    <div>
      <table className={css['figures']}>
        <caption>{t('figures.label')}</caption>
        {pairs.map(({ kind, name, before, after, of }) => (
          <tbody key={kind} data-kind={kind}>
            <tr>
              <th scope="rowgroup" colSpan={3}>
                {name}
              </th>
            </tr>
            {(['before', 'after'] as const).map((when) => {
              const count = when === 'before' ? before : after
              return (
                <tr key={when} data-when={when}>
                  <th scope="row">{t(`figures.${when}`)}</th>
                  <td className={css['track']} aria-hidden="true">
                    <span className={css['bar']} style={{ width: `${of === 0 ? 0 : (count / of) * 100}%` }} />
                  </td>
                  <td className={css['value']}>{t('figures.count', { n: number(count), of: number(of) })}</td>
                </tr>
              )
            })}
          </tbody>
        ))}
      </table>
      {missed > 0 && <p className={css['note']}>{t('figures.missed', { count: missed, n: number(missed) })}</p>}
    </div>
  )
}
