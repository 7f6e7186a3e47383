import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Choice<T extends string> {
  label: string
  /** The possible values, in the order in which they are shown. */
  values: readonly T[]
  nameOf: (value: T) => string
}

/** A filter by a single value. Without a chosen value, all rows match. */
export function OneOf<T extends string>({
  label,
  values,
  nameOf,
  value,
  onChange,
}: Choice<T> & { value: T | undefined; onChange: (value: T | undefined) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      placeholder={t('list.any')}
      data={values.map((each) => ({ value: each, label: nameOf(each) }))}
      value={value ?? null}
      onChange={(chosen) => onChange(values.find((each) => each === chosen))}
      searchable
      clearable
    />
  )
}

/** A filter by one or more values. A row matches if it has any of them. */
export function AnyOf<T extends string>({
  label,
  values,
  nameOf,
  value,
  onChange,
}: Choice<T> & { value: readonly T[] | undefined; onChange: (value: T[] | undefined) => void }) {
  const { t } = useTranslation()
  return (
    <MultiSelect
      label={label}
      placeholder={value === undefined ? t('list.any') : undefined}
      data={values.map((each) => ({ value: each, label: nameOf(each) }))}
      value={[...(value ?? [])]}
      onChange={(chosen) => onChange(chosen.length > 0 ? values.filter((each) => chosen.includes(each)) : undefined)}
      searchable
      clearable
    />
  )
}
