import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import type { RuleDraft } from '../../model/rule-draft.ts'
import css from './rules.module.css'

export function ListField({ form }: { form: SchemaForm<RuleDraft> }) {
  const { t } = useTranslation('rules')
  return null
}
