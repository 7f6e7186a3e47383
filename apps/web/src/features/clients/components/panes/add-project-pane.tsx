import { createProject } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { refreshNode } from '../../state/tree-queries.ts'
import { openNodes } from '../../state/tree-store.ts'
import { FirstSteps } from './first-steps.tsx'
import { AddForm } from './add-form.tsx'
import type { PaneProps } from './pane-props.ts'
import { PaneFrame } from './pane-frame.tsx'

/** Creates a client and continues with its first site. */
export function AddProjectPane({ go, finish }: Pick<PaneProps, 'go' | 'finish'>) {
  const { t } = useTranslation(['clients', 'common'])
  const user = useUser()
  const queries = useQueryClient()
  const mayCreate = useMay('project.create')
  const create = useOperation(createProject, {
    inlineErrors: true,
    onSuccess: (project) => {
      openNodes(project.id)
      finish({ pane: 'add-site', id: project.id })
      void refreshNode(queries, { projectId: project.id, siteId: null, viewId: null })
    },
  })
  const form = useSchemaForm({
    initial: { name: '' },
    operation: createProject,
    isDirty: ({ name }) => name.trim() !== '',
    submit: (body) => create.mutateAsync({ params: { id: user.companyId }, body }),
  })
  if (!mayCreate) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  return (
    <PaneFrame kind="project" title={t('client.addTitle')}>
      <FirstSteps at="client" />
      <AddForm
        form={form}
        label={t('client.name')}
        placeholder={t('client.placeholder')}
        submit={t('client.create')}
        onCancel={() => go({ pane: 'none' })}
      />
    </PaneFrame>
  )
}
