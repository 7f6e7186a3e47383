import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type AddedType, integrationName } from '../../model/integration-names.ts'

interface TypeFieldProps<T extends AddedType> {
  value: T
  /** The types from which somebody chooses. */
  types: readonly T[]
  onChange: (type: T) => void
  disabled?: boolean
}

/** How the alarms of a camera arrive, with a sentence about the chosen way. */
export function TypeField<T extends AddedType>({ value, types, onChange, disabled = false }: TypeFieldProps<T>) {
  const { t } = useTranslation('clients')
  const chosen: AddedType = value
  return (
    <Select
      label={t('camera.type')}
      description={t(`camera.typeHint.${chosen}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      disabled={disabled}
      data={types.map((type) => ({
        value: type,
        label: integrationName(type, (own) => t(`camera.types.${own}`)),
      }))}
      value={value}
      onChange={(next) => {
        const type = types.find((one) => one === next)
        if (type !== undefined) onChange(type)
      }}
    />
  )
}
