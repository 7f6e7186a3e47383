import {
  createScheduleTemplate,
  getScheduleTemplate,
  listScheduleTemplates,
  type ScheduleTemplate,
  updateScheduleTemplate,
} from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { useOperation } from '../../../lib/query/use-operation.ts'
import css from '../../../ui/form.module.css'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { asTemplateDraft, followersOf, newContent, type TemplateDraft } from '../model/template-draft.ts'
import { ContentFields } from './content-fields.tsx'
import { TrySchedule } from './try-schedule.tsx'
import { useUtilisationText } from './use-utilisation-text.ts'

/** Replies that are outdated after a change of a template. */
export const AFTER_TEMPLATE_CHANGE = [listScheduleTemplates, getScheduleTemplate]

/** Creates a template. */
export function CreateTemplateForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['schedules', 'common'])
  const create = useOperation(createScheduleTemplate, { inlineErrors: true, invalidates: AFTER_TEMPLATE_CHANGE })
  const form = useSchemaForm<TemplateDraft, typeof createScheduleTemplate>({
    initial: { name: '', ...newContent() },
    operation: createScheduleTemplate,
    async submit(body) {
      await create.mutateAsync({ body })
      showToast({ type: 'success', message: t('template.created', { name: body.name }) })
      onDone()
    },
  })
  return (
    <Form form={form}>
      <TextField label={t('template.name')} {...form.field('name')} autoComplete="off" data-autofocus />
      <ContentFields form={form} label={t('template.week')} kept={null} />
      <FormEnd form={form} submit={t('template.create')} disabled={!form.isValid} />
    </Form>
  )
}

interface EditTemplateFormProps {
  template: ScheduleTemplate
  /** Loads the template anew. */
  onReload: () => void
  onDone: () => void
}

/** Changes a template for all that follow it. Says how many these are before anything is saved. */
export function EditTemplateForm({ template, onReload, onDone }: EditTemplateFormProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const utilisationText = useUtilisationText()
  const update = useOperation(updateScheduleTemplate, {
    inlineErrors: true,
    invalidates: AFTER_TEMPLATE_CHANGE,
    onError: (error) => {
      if (error instanceof RequestError && error.code === 'CONFLICT') onReload()
    },
  })
  const form = useSchemaForm<TemplateDraft, typeof updateScheduleTemplate>({
    initial: asTemplateDraft(template),
    operation: updateScheduleTemplate,
    toBody: (_draft, changes) => ({
      ...changes,
      followers: template.utilisation,
      basedOn: { version: template.version },
    }),
    async submit(body) {
      await update.mutateAsync({ params: { id: template.id }, body })
      showToast({ type: 'success', message: t('template.saved', { name: template.name }) })
      onDone()
    },
  })
  const isConflict = form.error instanceof RequestError && form.error.code === 'CONFLICT'
  const isUsed = followersOf(template) > 0
  return (
    <Form form={form}>
      {isUsed && <p className={css['note']}>{t('template.followed', { by: utilisationText(template.utilisation) })}</p>}
      <TextField label={t('template.name')} {...form.field('name')} autoComplete="off" />
      <ContentFields form={form} label={t('template.week')} kept={template.holidays} />
      {isUsed && <TrySchedule of={{ templateId: template.id }} content={form.values} />}
      <FormEnd
        form={form}
        submit={isUsed ? t('template.saveFor', { by: utilisationText(template.utilisation) }) : t('common:save')}
        disabled={!form.isValid || !form.isDirty}
        errorText={isConflict ? t('template.conflict') : undefined}
      />
    </Form>
  )
}
