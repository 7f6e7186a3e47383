import { NativeSelect } from '@mantine/core'
import {
  createMailTemplate,
  listMailTemplates,
  MAIL_SYSTEMS,
  type MailTemplate,
  updateMailTemplate,
} from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import { PatternFields } from './pattern-fields.tsx'
import { TemplateTrial } from './template-trial.tsx'
import type { TemplateDraft } from './template-draft.ts'
import { useSystemName } from './use-system-name.ts'

interface TemplateDialogProps {
  /** The template to change, 'new', or undefined while the dialog is closed. */
  template: MailTemplate | 'new' | undefined
  onClose: () => void
}

/** Adds or changes a template, and shows what it finds in a pasted mail. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('mailTemplates')
  const existing = typeof template === 'object' ? template : undefined
  return (
    <Dialog opened={template !== undefined} onClose={onClose} title={existing ? existing.name : t('create')} size="lg">
      {template !== undefined && <TemplateForm existing={existing} onClose={onClose} />}
    </Dialog>
  )
}

const draftOf = (template: MailTemplate | undefined): TemplateDraft => ({
  name: template?.name ?? '',
  system: template?.system ?? 'sentinel',
  exampleSubject: template?.exampleSubject ?? '',
  exampleText: template?.exampleText ?? '',
  subject: template?.subject ?? '',
  text: template?.text ?? '',
})

function TemplateForm({ existing, onClose }: { existing: MailTemplate | undefined; onClose: () => void }) {
  const { t } = useTranslation(['mailTemplates', 'common'])
  const systemName = useSystemName()
  const settings = { inlineErrors: true, invalidates: [listMailTemplates] }
  const create = useOperation(createMailTemplate, settings)
  const update = useOperation(updateMailTemplate, settings)
  const form = useSchemaForm<TemplateDraft, typeof createMailTemplate>({
    initial: draftOf(existing),
    operation: createMailTemplate,
    // The reasons of the server are English, and stand below in the language of the console.
    refusals: ({ code, fields }) =>
      code === 'VALIDATION' ? Object.fromEntries(fields.map(({ field }) => [field, t(`form.unfit`)])) : {},
    submit: async (body) => {
      if (existing)
        await update.mutateAsync({
          params: { id: existing.id },
          body: { ...body, basedOn: { version: existing.version } },
        })
      else await create.mutateAsync({ body })
      showToast({ type: 'success', message: t('saved', { name: body.name }) })
      onClose()
    },
  })
  const isConflict = form.error instanceof RequestError && form.error.code === 'CONFLICT'
  return (
    <Form form={form}>
      <TextField
        label={t('form.name')}
        description={t('form.nameHint')}
        {...form.field('name')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <NativeSelect
        label={t('form.system')}
        {...form.field('system')}
        data={MAIL_SYSTEMS.map((system) => ({ value: system, label: systemName(system) }))}
      />
      <PatternFields form={form} />
      <TemplateTrial draft={form.values} />
      <FormEnd
        form={form}
        submit={existing ? t('common:save') : t('common:create')}
        disabled={!form.isValid || (existing !== undefined && !form.isDirty)}
        errorText={isConflict ? t('form.conflict') : undefined}
      />
    </Form>
  )
}
