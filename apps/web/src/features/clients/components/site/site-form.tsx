import { Switch } from '@mantine/core'
import { type Site, updateSite } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { nodeQuery, refreshNode } from '../../state/tree-queries.ts'
import { useUnsaved } from '../../state/unsaved.ts'
import { useDraft } from '../../state/use-draft.ts'
import { NodeFormError } from '../panes/node-form-error.tsx'
import { isName } from '../../model/name-rules.ts'
import { NameField } from '../panes/name-field.tsx'
import css from '../panes/pane.module.css'
import { SaveBar } from '../panes/save-bar.tsx'
import { TimezoneField } from '../panes/timezone-field.tsx'

/** Name, zone and whether the site's alarms count. */
export function SiteForm({ site, disabled }: { site: Site; disabled: boolean }) {
  const { t } = useTranslation('clients')
  const queries = useQueryClient()
  const draft = useDraft({ name: site.name, timezone: site.ownTimezone, active: site.status.active })
  useUnsaved(draft.dirty)
  const save = useOperation(updateSite, {
    inlineErrors: true,
    onSuccess: async (saved) => {
      queries.setQueryData(nodeQuery('site', saved.id).queryKey, saved)
      draft.reset()
      showToast({ type: 'success', message: t('form.saved') })
      await refreshNode(queries, { projectId: saved.projectId, siteId: saved.id, viewId: null })
    },
  })
  const { name, timezone, active } = draft.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isName(name)) return
    const { changes } = draft
    save.mutate({
      params: { id: site.id },
      // The name goes along always; the rest only when it was changed, so that a colleague's change stays.
      body: {
        name: name.trim(),
        ...('timezone' in changes ? { timezone } : {}),
        ...('active' in changes ? { status: { active } } : {}),
      },
    })
  }
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      <NameField
        label={t('site.name')}
        value={name}
        onChange={(next) => draft.set({ name: next })}
        error={save.error}
        disabled={disabled}
      />
      <TimezoneField value={timezone} onChange={(next) => draft.set({ timezone: next })} disabled={disabled} />
      <Switch
        label={t('site.active')}
        description={t('site.activeHint')}
        checked={active}
        disabled={disabled}
        onChange={(event) => draft.set({ active: event.currentTarget.checked })}
      />
      <NodeFormError error={save.error} />
      <SaveBar
        dirty={draft.dirty}
        busy={save.isPending}
        invalid={!isName(name)}
        onReset={() => {
          draft.reset()
          save.reset()
        }}
      />
    </form>
  )
}
