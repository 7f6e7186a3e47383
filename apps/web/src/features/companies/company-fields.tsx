import { Select } from '@mantine/core'
import { type Company, COMPANY_THEMES } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import type { Problems } from '../../ui/form/problems.ts'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'

const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export interface CompanyDraft {
  name: string
  theme: Company['theme']
  /** Empty if the company has no subdomain. */
  subdomain: string
}

/** Returns a function that finds the problems of a company that its schemas do not detect. */
export function useCompanyRules(): (draft: CompanyDraft) => Problems {
  const { t } = useTranslation(['companies', 'common'])
  return ({ name, subdomain }) => ({
    name: name.trim() === '' ? t('common:validation.textRequired') : undefined,
    subdomain: subdomain === '' || SUBDOMAIN.test(subdomain) ? undefined : t('subdomainWrong'),
  })
}

/** Name, brand and subdomain of a company. */
export function CompanyFields({ form }: { form: Pick<SchemaForm<CompanyDraft>, 'field'> }) {
  const { t } = useTranslation('companies')
  return (
    <>
      <TextField
        label={t('name')}
        {...form.field('name')}
        required
        maxLength={100}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has opened and taken the focus before this field was loaded
        autoFocus
      />
      <Select
        label={t('theme')}
        data={COMPANY_THEMES.map((theme) => ({ value: theme, label: t(`themes.${theme}`) }))}
        {...form.field('theme')}
        allowDeselect={false}
      />
      <TextField
        label={t('subdomain')}
        description={t('subdomainHint')}
        {...form.field('subdomain')}
        maxLength={63}
        replace={{ input: (text) => text.toLowerCase() }}
      />
    </>
  )
}
