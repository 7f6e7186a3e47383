import { addVideofied, getVideofied, updateVideofied, type VideofiedPanel } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { vmsCss as css } from '../digital-watchdog/index.ts'
import { SiteField } from './site-field.tsx'

interface Values {
  siteId: string
  serial: string
}

interface PanelFormProps {
  companyId: string
  /** The panel that is changed. Undefined: one is added. */
  panel: VideofiedPanel | undefined
  onStored: () => void
}

const SERIAL = /^[0-9A-Fa-f]{16}$/

/** Adds the panel of a site, or changes its serial number. */
export function PanelForm({ companyId, panel, onStored }: PanelFormProps) {
  const { t } = useTranslation(['videofied', 'common'])
  const text = useErrorText()
  const kept = { inlineErrors: true, invalidates: [getVideofied] }
  const add = useOperation(addVideofied, kept)
  const change = useOperation(updateVideofied, kept)
  const form = useSchemaForm<Values, typeof addVideofied>({
    initial: { siteId: panel?.siteId ?? '', serial: panel?.serial ?? '' },
    operation: addVideofied,
    // The words of the schema are English.
    rules: ({ siteId, serial }) => ({
      ...(siteId === '' ? { siteId: t('common:validation.fieldRequired') } : {}),
      ...(SERIAL.test(serial.trim()) ? {} : { serial: t('serialWrong') }),
    }),
    submit: async (body) => {
      const request = { params: { id: companyId }, body }
      await (panel ? change.mutateAsync(request) : add.mutateAsync(request))
      onStored()
    },
  })
  return (
    <Form form={form}>
      {panel ? <p className={css['lead']}>{t('changeHint')}</p> : <SiteField {...form.field('siteId')} />}
      <TextField
        label={t('serial')}
        description={t('serialHint')}
        {...form.field('serial')}
        required
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
      />
      <FormEnd
        form={form}
        submit={t(panel ? 'common:save' : 'common:create')}
        errorText={form.error ? `${t('err.save')}\n${text(form.error)}` : undefined}
      />
    </Form>
  )
}
