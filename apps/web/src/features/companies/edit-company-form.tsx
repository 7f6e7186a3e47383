import { Switch } from '@mantine/core'
import { type Company, provisionCompany, updateCompany } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { AFTER_CHANGE } from './after-change.ts'
import css from './companies.module.css'
import { type CompanyDraft, CompanyFields, useCompanyRules } from './company-fields.tsx'
import { CompanySuspension } from './company-suspension.tsx'
import { InviteAdmin } from './invite-admin.tsx'

interface Draft extends CompanyDraft {
  isForensicUnlocked: boolean
  isRtspEnabled: boolean
  isRtspEmailHybridEnabled: boolean
  /** Null: as many as there are. */
  rtspCameras: number | null
}

const draftOf = ({ name, theme, subdomain, unlocks, rtspCameras }: Company): Draft => ({
  name,
  theme,
  subdomain: subdomain ?? '',
  isForensicUnlocked: unlocks.isForensicUnlocked,
  isRtspEnabled: unlocks.isRtspEnabled,
  isRtspEmailHybridEnabled: unlocks.isRtspEmailHybridEnabled,
  rtspCameras,
})

/** Changes a company: its name, brand and features. */
export function EditCompanyForm({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation(['companies', 'common'])
  const rename = useOperation(updateCompany, { inlineErrors: true })
  const provision = useOperation(provisionCompany, { inlineErrors: true, invalidates: AFTER_CHANGE })
  const params = { id: company.id }
  const edited = useSchemaForm<Draft, typeof provisionCompany>({
    initial: draftOf(company),
    operation: provisionCompany,
    toBody: ({ theme, subdomain, isForensicUnlocked, isRtspEnabled, isRtspEmailHybridEnabled, rtspCameras }) => ({
      theme,
      subdomain: subdomain || null,
      unlocks: { isForensicUnlocked, isRtspEnabled, isRtspEmailHybridEnabled },
      rtspCameras,
    }),
    rules: useCompanyRules(),
    submit: async (body, { name }) => {
      if (name.trim() !== company.name) await rename.mutateAsync({ params, body: { name: name.trim() } })
      await provision.mutateAsync({ params, body })
      showToast({ type: 'success', message: t('saved') })
      onClose()
    },
  })
  return (
    <div className={form['form']}>
      <Form form={edited}>
        <CompanyFields form={edited} />
        {/* The features of a company that can be switched on here. */}
        <fieldset className={css['features']}>
          <legend>{t('features')}</legend>
          <Switch label={t('unlocks.isForensicUnlocked')} {...edited.tick('isForensicUnlocked')} />
          <Switch label={t('unlocks.isRtspEnabled')} {...edited.tick('isRtspEnabled')} />
          {edited.values.isRtspEnabled && (
            <>
              <Switch label={t('unlocks.isRtspEmailHybridEnabled')} {...edited.tick('isRtspEmailHybridEnabled')} />
              <NumberField
                label={t('rtspCameras')}
                description={t('rtspCamerasHint')}
                min={0}
                max={100_000}
                allowDecimal={false}
                {...edited.field('rtspCameras')}
                value={edited.values.rtspCameras ?? ''}
                onChange={(next) => edited.set('rtspCameras', typeof next === 'number' ? next : null)}
              />
            </>
          )}
        </fieldset>
        <FormEnd
          form={edited}
          submit={t('common:save')}
          disabled={!edited.isValid}
          start={company.kind === 'customer' && <CompanySuspension company={company} />}
        />
      </Form>
      <InviteAdmin company={company} />
    </div>
  )
}
