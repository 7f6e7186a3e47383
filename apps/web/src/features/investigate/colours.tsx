import { COLOUR_NAMES, type ColourName } from '@winnow/contract'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import css from './investigate.module.css'

/** A spot of a colour. Decorative: its name stands beside it. */
export function Swatch({ colour }: { colour: ColourName }) {
  return <span className={css['swatch']} data-colour={colour} aria-hidden="true" />
}

interface ColourSelectProps {
  label: string
  value: ColourName | undefined
  disabled: boolean
  onChange: (colour: ColourName | undefined) => void
}

/** One of the colours, or any. */
export function ColourSelect({ label, value, disabled, onChange }: ColourSelectProps) {
  const { t } = useTranslation('investigate')
  return (
    <Select
      size="xs"
      label={label}
      placeholder={t('anyColour')}
      clearable
      disabled={disabled}
      value={value ?? null}
      leftSection={value && <Swatch colour={value} />}
      data={COLOUR_NAMES.map((name) => ({ value: name, label: t(`colour.${name}`) }))}
      onChange={(chosen) => onChange(COLOUR_NAMES.find((name) => name === chosen))}
      renderOption={({ option }) => {
        const name = COLOUR_NAMES.find((each) => each === option.value)
        return (
          <span className={css['option']}>
            {name && <Swatch colour={name} />}
            {option.label}
          </span>
        )
      }}
    />
  )
}
