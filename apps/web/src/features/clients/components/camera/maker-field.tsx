import { SegmentedControl } from '@mantine/core'
import { CALLED_MAKERS, type CalledMaker } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'

/** The makers' own names. */
const MAKERS = { hikvision: 'Hikvision', dahua: 'Dahua' } as const satisfies Record<CalledMaker, string>

interface MakerFieldProps<T extends { maker: CalledMaker }> {
  form: SchemaForm<T>
  disabled?: boolean
}

/** By whose interface a device is called. */
export function MakerField<T extends { maker: CalledMaker }>({ form, disabled = false }: MakerFieldProps<T>) {
  const { t } = useTranslation('clients')
  const { maker }: { maker: CalledMaker } = form.values
  return (
    <div>
      <SegmentedControl
        aria-label={t('call.maker')}
        data={CALLED_MAKERS.map((value) => ({ value, label: MAKERS[value] }))}
        value={maker}
        disabled={disabled}
        onChange={form.field('maker').onChange}
      />
    </div>
  )
}
