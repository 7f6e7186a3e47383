import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { integrationName, OFFERED_TYPES, type OfferedType } from '../../model/integration-names.ts'

interface TypeFieldProps {
  value: OfferedType
  onChange: (type: OfferedType) => void
  disabled?: boolean
}

/** How the alarms of a camera arrive, with a sentence about the chosen way. */
export function TypeField({ value, onChange, disabled = false }: TypeFieldProps) {
  const { t } = useTranslation('clients')
  return (
    <Select
      label={t('camera.type')}
      description={t(`camera.typeHint.${value}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      disabled={disabled}
      data={OFFERED_TYPES.map((type) => ({
        value: type,
        label: integrationName(type, (own) => t(`camera.types.${own}`)),
      }))}
      value={value}
      onChange={(next) => onChange(OFFERED_TYPES.find((type) => type === next) ?? 'email')}
    />
  )
}
