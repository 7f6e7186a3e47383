import { type Company, updateCompany } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import css from './settings.module.css'
import { useSaveCompany } from './use-save-company.ts'

/** The name of the company. */
export function AccountForm({ company }: { company: Company }) {
  const { t } = useTranslation(['settings', 'common'])
  const save = useSaveCompany()
  const form = useSchemaForm({
    initial: { name: company.name },
    operation: updateCompany,
    submit: (body) => save.mutateAsync({ params: { id: company.id }, body }),
  })
  const isAnother = form.values.name.trim() !== company.name
  return (
    <Form form={form} className={css['choices']}>
      <TextField label={t('company.name')} {...form.field('name')} required maxLength={100} />
      <FormError error={form.error} />
      <div>
        <Button type="submit" look="primary" loading={form.isPending} disabled={!form.isValid || !isAnother}>
          {t('common:save')}
        </Button>
      </div>
    </Form>
  )
}
