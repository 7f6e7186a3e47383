import { type Company, createCompany } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { AFTER_CHANGE } from './after-change.ts'
import { type CompanyDraft, CompanyFields, useCompanyRules } from './company-fields.tsx'

const NEW_COMPANY: CompanyDraft = { name: '', theme: 'default', subdomain: '' }

/** Creates a company. */
export function CreateCompanyForm({ onMade }: { onMade: (company: Company) => void }) {
  const { t } = useTranslation(['companies', 'common'])
  const create = useOperation(createCompany, {
    inlineErrors: true,
    invalidates: AFTER_CHANGE,
    onSuccess: (company) => {
      showToast({ type: 'success', message: t('created') })
      onMade(company)
    },
  })
  const form = useSchemaForm({
    initial: NEW_COMPANY,
    operation: createCompany,
    toBody: (draft) => ({ ...draft, subdomain: draft.subdomain || null }),
    rules: useCompanyRules(),
    submit: (body) => create.mutateAsync({ body }),
  })
  return (
    <Form form={form}>
      <CompanyFields form={form} />
      <FormEnd form={form} submit={t('common:create')} disabled={!form.isValid} />
    </Form>
  )
}
