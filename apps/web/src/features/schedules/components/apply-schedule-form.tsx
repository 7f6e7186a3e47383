import { Checkbox } from '@mantine/core'
import { applySchedule, type BodyInput } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import css from '../../../ui/form.module.css'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { TemplateSelect } from './template-select.tsx'

interface Draft {
  template: { id: string; name: string } | null
  overwrite: boolean
}

interface ApplyScheduleFormProps {
  /** The number of cameras, as text. */
  cameras: string
  /** The cameras, as the body of the call names them. */
  selection: Omit<BodyInput<typeof applySchedule>, 'overwrite'>
  /** Calls the operation, which starts a job. */
  apply: (request: { params: { id: string }; body: BodyInput<typeof applySchedule> }) => Promise<unknown>
  onStarted: () => void
}

/** Has many cameras follow a template. */
export function ApplyScheduleForm({ cameras, selection, apply, onStarted }: ApplyScheduleFormProps) {
  const { t } = useTranslation(['schedules', 'clients'])
  const form = useSchemaForm<Draft, typeof applySchedule>({
    initial: { template: null, overwrite: false },
    operation: applySchedule,
    toBody: ({ overwrite }) => ({ ...selection, overwrite }),
    rules: ({ template }) => ({ template: template === null ? '' : undefined }),
    isGuarded: false,
    async submit(_body, { template, overwrite }) {
      if (template === null) return
      await apply({ params: { id: template.id }, body: { ...selection, overwrite } })
      onStarted()
    },
  })
  return (
    <Form form={form}>
      <p className={css['note']}>{t('clients:bulk.body', { cameras })}</p>
      <TemplateSelect
        isFirst
        label={t('node.template')}
        value={form.values.template}
        onChange={(template) => form.set('template', template)}
      />
      <Checkbox label={t('bulk.overwrite')} description={t('bulk.overwriteHint')} {...form.tick('overwrite')} />
      <FormEnd form={form} submit={t('clients:bulk.start')} disabled={!form.isValid} />
    </Form>
  )
}
