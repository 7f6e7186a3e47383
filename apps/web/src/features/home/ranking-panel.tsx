import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Period, rankedList } from './alarm-links.ts'
import { AlarmNumber } from './alarm-number.tsx'
import css from './ranking.module.css'
import home from './home.module.css'
import { type HomeHours, type Ranking, useRanking } from './use-figures.ts'
import { WeekBefore } from './week-before.tsx'

const RANKINGS = ['alarming', 'true', 'false'] as const
type By = (typeof RANKINGS)[number]
type Row = Ranking['sites']['alarming'][number] & { siteName?: string }

/** The sites or cameras with the most alarms, the most true and the most false ones. */
export function RankingPanel({ hours, before }: { hours: HomeHours; before: Period }) {
  const { t } = useTranslation('home')
  const { zone, share } = useFormats()
  const { of = 'sites' } = useSearch({ from: '/cams/dashboard' })
  const navigate = useNavigate({ from: '/cams/dashboard' })
  const ranking = useRanking(hours, zone)
  const { data } = ranking
  return (
    <section className={home['panel']} aria-labelledby="ranking">
      <header className={home['panelHead']}>
        <h2 id="ranking" className={home['heading']}>
          {t('ranking.title')}
        </h2>
        <SegmentedControl
          className={home['choice']}
          size="xs"
          aria-label={t('ranking.of')}
          data={(['sites', 'cameras'] as const).map((value) => ({ value, label: t(`ranking.${value}`) }))}
          value={of}
          onChange={(value) =>
            void navigate({
              search: (search) => ({ ...search, of: value === 'cameras' ? 'cameras' : undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </header>
      {data?.preparing ? (
        <p role="status" className={css['none']}>
          {t('ranking.preparing', { share: share(data.preparing.done / Math.max(1, data.preparing.of)) })}
        </p>
      ) : data ? (
        <div className={css['lists']}>
          {RANKINGS.map((by) => (
            <Ranked
              key={by}
              by={by}
              of={of}
              rows={(of === 'sites' ? data.sites : data.views)[by]}
              now={data}
              before={before}
            />
          ))}
        </div>
      ) : ranking.error ? (
        <ErrorState error={ranking.error} onRetry={() => void ranking.refetch()} compact />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </section>
  )
}

interface RankedProps {
  by: By
  of: 'sites' | 'cameras'
  rows: readonly Row[]
  now: Period
  before: Period
}

function Ranked({ by, of, rows, now, before }: RankedProps) {
  const { t } = useTranslation('home')
  const { number } = useFormats()
  const most = rows[0]?.count ?? 1
  const place = (id: string) => (of === 'sites' ? { site: id } : { camera: id })
  return (
    <section aria-label={t(`ranking.${by}.${of}`)}>
      <h3 className={css['title']}>{t(`ranking.${by}.${of}`)}</h3>
      {rows.length === 0 && <p className={css['none']}>{t(`ranking.${by}.none`)}</p>}
      <ol className={css['rows']}>
        {rows.map((row) => (
          <li key={row.id} className={css['row']} data-by={by}>
            <span className={css['name']}>
              <span className="wn-truncate" title={row.name}>
                {row.name}
              </span>
              <small className="wn-truncate">
                {row.siteName === undefined ? row.projectName : `${row.projectName} / ${row.siteName}`}
              </small>
            </span>
            <span className={css['count']}>
              <AlarmNumber
                list={{ ...rankedList(by, now), ...place(row.id) }}
                label={`${row.name}: ${number(row.count)}`}
              >
                {number(row.count)}
              </AlarmNumber>
              <small>
                <WeekBefore
                  now={row.count}
                  before={row.before}
                  list={{ ...rankedList(by, before), ...place(row.id) }}
                  what={row.name}
                />
              </small>
            </span>
            <span className={css['bar']} style={{ width: `${(row.count / most) * 100}%` }} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </section>
  )
}
