import { getResponseTimes, type QueryOf } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import css from './response-times.module.css'

/** Whose times are asked for, in which days. */
export type AskedTimes = Pick<QueryOf<typeof getResponseTimes>, 'since' | 'till' | 'siteId' | 'receiverId'>

/** The figures of everything that is asked for. */
export function TimesFigures({ asked }: { asked: AskedTimes }) {
  const { t } = useTranslation('responseTimes')
  const formats = useFormats()
  // The lists below tell of failures.
  const { data } = useOperationQuery(
    getResponseTimes,
    { query: { ...asked, by: 'day', page: 1, limit: 1 } },
    { keepPrevious: true, quiet: true },
  )
  const total = data?.total
  const time = (ms: number | null | undefined) => (ms === null || ms === undefined ? '–' : formats.duration(ms))
  const cells: [name: string, value: string][] = [
    [t('figures.kept'), total?.keptShare === null || !total ? '–' : formats.share(total.keptShare)],
    [t('figures.measured'), total ? formats.number(total.measured) : '–'],
    [t('figures.late'), total ? formats.number(total.measured - total.kept) : '–'],
    [t('figures.p50'), time(total?.p50Ms)],
    [t('figures.p95'), time(total?.p95Ms)],
    [t('figures.overdue'), data ? formats.number(data.overdue) : '–'],
  ]
  return (
    <>
      <p className={css['note']}>{data ? `${formats.day(data.since)} – ${formats.day(data.till)}` : ''}</p>
      <dl className={css['figures']} aria-label={t('figures.label')}>
        {cells.map(([name, value]) => (
          <div key={name} className={css['figure']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
