import { getDetectors } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { IconEyeCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import css from './home.module.css'

const EVERY_MS = 60_000

/** Tells operators of the installation that better detectors are available, or that a detector does not work. Renders nothing otherwise. */
export function DetectorsCard() {
  const { t } = useTranslation('detectors')
  const { share } = useFormats()
  // Home is about alarms. If this query fails, it shows nothing.
  const { data } = useOperationQuery(getDetectors, {}, { refetchInterval: EVERY_MS, quiet: true })
  if (!data) return null
  const set = data.sets.find(({ name }) => name === 'recommended')
  const broken = data.machines.flatMap(({ name, problems }) =>
    problems.map(({ problem }) => ({ machine: name, problem })),
  )
  if (!set || (set.inUse && broken.length === 0)) return null
  const shareOf = (counted: { hits: number; of: number } | undefined) =>
    counted ? share(counted.hits / counted.of) : '–'
  // Both promise the same recall, so what they filter tells them apart.
  const figures = { recall: shareOf(set.figures?.recall), reduction: shareOf(set.figures?.reduction) }
  return (
    <section className={css['attention']} aria-labelledby="detectors">
      <h2 id="detectors" className={css['heading']}>
        {t('home.title')}
      </h2>
      <ul className={css['items']}>
        {broken.slice(0, 3).map((line) => (
          <li key={JSON.stringify(line)} className={css['item']}>
            <IconEyeCheck size={18} stroke={1.6} aria-hidden="true" />
            <span className={css['itemText']}>{t('home.broken', line)}</span>
          </li>
        ))}
        <li className={css['item']}>
          <IconEyeCheck size={18} stroke={1.6} aria-hidden="true" />
          <span className={css['itemText']}>
            {!set.inUse &&
              (data.builtin.inUse
                ? t('home.better', { ...figures, builtin: shareOf(data.builtin.figures.reduction) })
                : t('home.other', figures))}
          </span>
          <Link to="/provider/detectors">{t('home.open')}</Link>
        </li>
      </ul>
    </section>
  )
}
