import { Switch } from '@mantine/core'
import { type Site, updateSite } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { FormError } from '../../../../ui/form-error.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { nodeQuery, refreshNode } from '../../state/tree-queries.ts'
import { NameField } from '../panes/name-field.tsx'
import css from '../panes/pane.module.css'
import { SaveBar } from '../panes/save-bar.tsx'
import { TimezoneField } from '../panes/timezone-field.tsx'

/** The name and time zone of a site, and whether it is active. */
export function SiteForm({ site, disabled }: { site: Site; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const queries = useQueryClient()
  const save = useOperation(updateSite, {
    inlineErrors: true,
    onSuccess: async (saved) => {
      queries.setQueryData(nodeQuery('site', saved.id).queryKey, saved)
      showToast({ type: 'success', message: t('form.saved') })
      await refreshNode(queries, { projectId: saved.projectId, siteId: saved.id, viewId: null })
    },
  })
  const form = useSchemaForm({
    initial: { name: site.name, timezone: site.ownTimezone, active: site.status.active },
    operation: updateSite,
    // The name is always sent. Other fields are sent only if they were changed, so that a colleague's change is kept.
    toBody: ({ name, timezone, active }, changes) => ({
      name,
      ...('timezone' in changes ? { timezone } : {}),
      ...('active' in changes ? { status: { active } } : {}),
    }),
    submit: (body) => save.mutateAsync({ params: { id: site.id }, body }),
  })
  return (
    <Form form={form} className={css['form']}>
      <NameField form={form} label={t('site.name')} disabled={disabled} />
      <TimezoneField
        value={form.values.timezone}
        onChange={(timezone) => form.set('timezone', timezone)}
        disabled={disabled}
      />
      <Switch
        label={t('site.active')}
        description={t('site.activeHint')}
        {...form.tick('active')}
        disabled={disabled}
      />
      <FormError error={form.error} />
      <SaveBar form={form} />
    </Form>
  )
}
