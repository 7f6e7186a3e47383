import type { DetectorsOverview } from '@winnow/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './detectors.module.css'

/** Problems that keep a detector from working on a machine. */
export function MachineProblems({ overview: { machines } }: { overview: DetectorsOverview }) {
  const { t } = useTranslation('detectors')
  const lines = machines.flatMap(({ name: machine, problems }) =>
    problems.map(({ id, problem }) => ({ machine, name: id === 'builtin' ? t('builtin') : id, problem })),
  )
  if (lines.length === 0) return null
  return (
    <section className={css['card']} data-state="failed" aria-label={t('problems.title')}>
      <h2 className={css['cardTitle']}>
        <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
        {t('problems.title')}
      </h2>
      <ul className={css['lines']}>
        {lines.map((line) => (
          <li key={JSON.stringify(line)} className={css['problem']}>
            {t('problems.line', line)}
          </li>
        ))}
      </ul>
      <p className={css['hint']}>{t('problems.whatToDo')}</p>
    </section>
  )
}
