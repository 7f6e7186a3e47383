import { ColorInput, Input, Select, Slider } from '@mantine/core'
import { type Company, updateCompany } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Form } from '../../ui/form/form.tsx'
import { type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { hexOf, rgbOf } from './mask-colour.ts'
import css from './settings.module.css'
import { useSaveCompany } from './use-save-company.ts'

type Config = Pick<Company, 'defaultSiteTimezone' | 'siteIdleHours' | 'maskConfig'>

/** Time zone, idle time and appearance of masks. */
export function GlobalConfigForm({ company }: { company: Company }) {
  const { t } = useTranslation(['settings', 'common'])
  const { defaultSiteTimezone, siteIdleHours, maskConfig } = company
  const save = useSaveCompany()
  const form = useSchemaForm<Config, typeof updateCompany>({
    initial: { defaultSiteTimezone, siteIdleHours, maskConfig },
    operation: updateCompany,
    submit: (body) => save.mutateAsync({ params: { id: company.id }, body }),
  })
  const limits = useAppConfig()?.siteIdleTimeoutConfig
  const bounds = limits && { min: limits.min, max: limits.max }
  const zones = [...new Set(['UTC', company.defaultSiteTimezone, ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Form form={form} className={css['column']}>
      <Select
        label={t('company.timezone')}
        description={t('company.timezoneHint')}
        data={zones}
        {...form.field('defaultSiteTimezone')}
        searchable
        limit={200}
        allowDeselect={false}
      />
      <NumberField
        label={t('company.idle')}
        description={bounds && t('company.idleHint', bounds)}
        {...bounds}
        {...form.field('siteIdleHours')}
        onChange={(value) => typeof value === 'number' && form.set('siteIdleHours', value)}
        allowDecimal={false}
      />
      <MaskFields form={form} />
      <FormError error={form.error} />
      <div className={css['row']}>
        <Button type="submit" look="primary" loading={form.isPending}>
          {t('common:save')}
        </Button>
        <Button look="subtle" onClick={() => form.set('maskConfig', company.maskConfigDefault)}>
          {t('company.maskReset')}
        </Button>
      </div>
    </Form>
  )
}

function MaskFields({ form }: { form: SchemaForm<Config> }) {
  const { t } = useTranslation('settings')
  const mask = form.values.maskConfig
  return (
    <>
      <ColorInput
        label={t('company.maskColour')}
        format="hex"
        withEyeDropper={false}
        value={hexOf(mask.maskColor)}
        onChange={(value) => form.set('maskConfig', { ...mask, maskColor: rgbOf(value) ?? mask.maskColor })}
      />
      <div>
        <Input.Label labelElement="div">{t('company.maskOpacity')}</Input.Label>
        <Slider
          thumbLabel={t('company.maskOpacity')}
          min={0}
          max={1}
          step={0.05}
          value={mask.maskOpacity}
          onChange={(maskOpacity) => form.set('maskConfig', { ...mask, maskOpacity })}
          label={(value) => `${Math.round(value * 100)} %`}
        />
      </div>
    </>
  )
}
