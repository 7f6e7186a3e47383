import { type Project, updateProject } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { FormError } from '../../../../ui/form-error.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { useSaveProject } from '../../state/use-save-node.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { ExternalKey } from './external-key.tsx'
import { NameField } from './name-field.tsx'
import css from './pane.module.css'
import { SaveBar } from './save-bar.tsx'

/** The name of a client. */
export function ProjectForm({ project, disabled }: { project: Project; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const save = useSaveProject()
  const form = useSchemaForm({
    initial: { name: project.name },
    operation: updateProject,
    toBody: ({ name }) => ({ name, basedOn: { name: project.name } }),
    showsConflicts: true,
    submit: (body) => save.mutateAsync({ params: { id: project.id }, body }),
  })
  return (
    <Form form={form} className={css['form']}>
      <NameField form={form} label={t('client.name')} disabled={disabled} />
      <ExternalKey of={project} />
      <FormError error={form.error} />
      <SaveBar form={form}>
        <ConflictNotice
          form={form}
          node={{ kind: 'project', id: project.id }}
          texts={{ name: { label: t('client.name'), show: (name) => name || t('form.empty') } }}
        />
      </SaveBar>
    </Form>
  )
}
