import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './pane.module.css'

const STEPS = ['client', 'site', 'camera', 'connect'] as const

/** The steps from an empty installation to the first alarm, with the current step marked. */
export function FirstSteps({ at }: { at: (typeof STEPS)[number] }) {
  const { t } = useTranslation('clients')
  const current = STEPS.indexOf(at)
  return (
    <ol className={css['steps']} aria-label={t('steps.label')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={css['stepItem']}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={css['stepNumber']} aria-hidden="true">
            {index < current ? <IconCheck size={14} /> : index + 1}
          </span>
          <span>{t(`steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
