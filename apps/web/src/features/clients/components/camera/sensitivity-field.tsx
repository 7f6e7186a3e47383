import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SENSITIVITIES, type Sensitivity } from '../../model/view-draft.ts'
import css from './camera.module.css'

interface SensitivityFieldProps {
  value: Sensitivity
  onChange: (next: Sensitivity) => void
  disabled: boolean
}

/** The sensitivity: five steps, each with its effect and where it fits. */
export function SensitivityField({ value, onChange, disabled }: SensitivityFieldProps) {
  const { t } = useTranslation('clients')
  return (
    <Radio.Group
      label={t('camera.sensitivity')}
      description={t('camera.sensitivityHint')}
      value={String(value)}
      onChange={(next) => onChange(SENSITIVITIES.find((step) => String(step) === next) ?? value)}
    >
      <div className={css['steps']}>
        {SENSITIVITIES.map((step) => (
          <Radio
            key={step}
            size="xs"
            value={String(step)}
            disabled={disabled}
            label={t(`camera.sensitivityStep.${step}.name`)}
            description={t(`camera.sensitivityStep.${step}.hint`)}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
