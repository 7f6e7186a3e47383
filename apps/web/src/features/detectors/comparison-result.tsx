import { DETECTOR_LIMITS, type DetectorComparison } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { chanceOf, CLEAR } from './chance.ts'
import css from './detectors.module.css'

type Side = 'current' | 'candidate'

/** The results of two sets of detectors on the same labelled alarms, and how reliable they are. */
export function ComparisonResult({ comparison }: { comparison: DetectorComparison }) {
  const { t } = useTranslation('detectors')
  const formats = useFormats()
  const { figures, only } = comparison
  const { recall, reduction } = figures.current
  const shareText = ({ hits, of }: { hits: number; of: number }) =>
    of === 0 ? t('compare.noneOfKind') : t('sets.share', { share: formats.share(hits / of), hits, of })
  const names = (ids: readonly string[]) => (ids.length === 0 ? t('builtin') : ids.join(', '))
  const need = DETECTOR_LIMITS.fewLabels
  return (
    <section className={css['card']} aria-label={t('compare.result')}>
      <h3 className={css['cardTitle']}>{t('compare.result')}</h3>
      <p className={css['hint']}>
        {t('compare.resultOf', {
          true: recall.of,
          false: reduction.of,
          cameras: comparison.cameras,
          at: formats.dateTime(new Date(comparison.finishedAt), undefined, { seconds: false }),
        })}{' '}
        {comparison.skipped > 0 && t('compare.skipped', { count: comparison.skipped })}
      </p>
      <DataTable<Side>
        label={t('compare.list')}
        rows={['current', 'candidate']}
        rowKey={(side) => side}
        columns={[
          {
            key: 'side',
            header: t('sets.set'),
            wrap: true,
            render: (side) => (
              <span className={css['name']}>
                {t(`compare.${side}`)}
                <small>{names(comparison[side])}</small>
              </span>
            ),
          },
          { key: 'recall', header: t('sets.recall'), render: (side) => shareText(figures[side].recall) },
          { key: 'reduction', header: t('sets.reduction'), render: (side) => shareText(figures[side].reduction) },
        ]}
      />
      <ul className={css['lines']}>
        <li>
          {t('compare.passed', { ...only.passedBy })} <Meaning of="recall" {...only.passedBy} />
        </li>
        <li>
          {t('compare.filtered', { ...only.filteredBy })} <Meaning of="reduction" {...only.filteredBy} />
        </li>
      </ul>
      {Math.min(recall.of, reduction.of) < need && <p className={css['why']}>{t('compare.fewLabels', { need })}</p>}
    </section>
  )
}

/** Says whether the difference is significant. */
function Meaning({ of, current, candidate }: { of: 'recall' | 'reduction'; current: number; candidate: number }) {
  const { t } = useTranslation('detectors')
  if (current + candidate === 0) return null
  if (chanceOf(current, candidate) > CLEAR) return t('compare.chance')
  return t('compare.better', { what: t(`compare.better_${of}_${candidate > current ? 'more' : 'fewer'}`) })
}
