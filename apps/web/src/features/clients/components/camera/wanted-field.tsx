import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { WANTED, type Wanted } from '../../model/view-draft.ts'
import paneCss from '../panes/pane.module.css'
import css from './camera.module.css'

/** Classes that a camera should look for. Without one of them it misses most intruders, so a warning is shown. */
const EXPECTED = ['person', 'vehicle'] as const

interface WantedFieldProps {
  value: readonly Wanted[]
  onChange: (next: Wanted[]) => void
  disabled: boolean
}

/** Chooses the classes that a camera looks for, and says which alarms it ignores because of the choice. */
export function WantedField({ value, onChange, disabled }: WantedFieldProps) {
  const { t } = useTranslation('clients')
  return (
    <div>
      <Checkbox.Group
        label={t('camera.wanted')}
        description={t('camera.wantedHint')}
        value={[...value]}
        error={value.length === 0 ? t('camera.wantedMissing') : undefined}
        onChange={(next) => onChange(WANTED.filter((name) => next.includes(name)))}
      >
        <div className={paneCss['choices']}>
          {WANTED.map((name) => (
            <Checkbox
              key={name}
              value={name}
              disabled={disabled}
              label={t(`camera.class.${name}.name`)}
              description={t(`camera.class.${name}.hint`)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <div className={css['consequences']} role="status">
        {value.length > 0 &&
          EXPECTED.filter((name) => !value.includes(name)).map((name) => (
            <p key={name} className={css['classOff']}>
              <IconAlertTriangle size={16} aria-hidden="true" />
              {t(`camera.classOff.${name}`)}
            </p>
          ))}
        <p className={paneCss['hint']}>{value.includes('animal') ? t('camera.animals.on') : t('camera.animals.off')}</p>
      </div>
    </div>
  )
}
