import { createProject } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { refreshNode } from '../../state/tree-queries.ts'
import { openNodes } from '../../state/tree-store.ts'
import { useUnsaved } from '../../state/unsaved.ts'
import { FirstSteps } from './first-steps.tsx'
import { NodeFormError } from './node-form-error.tsx'
import { isName } from '../../model/name-rules.ts'
import { NameField } from './name-field.tsx'
import type { PaneProps } from './pane.tsx'
import { PaneFrame } from './pane-frame.tsx'
import css from './pane.module.css'

/** Creates a client, and leads on to its first site. */
export function AddProjectPane({ go, finish }: Pick<PaneProps, 'go' | 'finish'>) {
  const { t } = useTranslation(['clients', 'common'])
  const user = useUser()
  const queries = useQueryClient()
  const mayCreate = useMay('project.create')
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  useUnsaved(name.trim() !== '')
  const create = useOperation(createProject, {
    inlineErrors: true,
    onSuccess: (project) => {
      openNodes(project.id)
      finish({ pane: 'add-site', id: project.id })
      void refreshNode(queries, { projectId: project.id, siteId: null, viewId: null })
    },
  })
  if (!mayCreate) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isName(name)) create.mutate({ params: { id: user.companyId }, body: { name: name.trim() } })
  }
  return (
    <PaneFrame kind="project" title={t('client.addTitle')}>
      <FirstSteps at="client" />
      <form className={css['form']} onSubmit={submit} noValidate>
        <NameField
          label={t('client.name')}
          placeholder={t('client.placeholder')}
          value={name}
          onChange={setName}
          error={create.error}
          missing={tried}
          takesFocus
        />
        <NodeFormError error={create.error} />
        <div className={css['formActions']}>
          <Button type="submit" look="primary" loading={create.isPending}>
            {t('client.create')}
          </Button>
          <Button onClick={() => go({ pane: 'none' })}>{t('common:cancel')}</Button>
        </div>
      </form>
    </PaneFrame>
  )
}
