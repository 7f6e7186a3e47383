import { createSite } from '@winnow/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { nodeQuery, refreshNode } from '../../state/tree-queries.ts'
import { openNodes } from '../../state/tree-store.ts'
import { FirstSteps } from './first-steps.tsx'
import { Loaded } from './loaded.tsx'
import { Locked } from './locked.tsx'
import { AddForm } from './add-form.tsx'
import type { PaneProps } from './pane-props.ts'
import { PaneFrame } from './pane-frame.tsx'
import { TimezoneField } from './timezone-field.tsx'

interface NewSite {
  name: string
  /** Null means the company's default. */
  timezone: string | null
}
const NEW_SITE: NewSite = { name: '', timezone: null }

/** Creates a site and continues with its first camera. */
export function AddSitePane({ id, go, finish }: PaneProps) {
  const { t } = useTranslation('clients')
  const mayWrite = useMay('node.write')
  const project = useQuery({ ...nodeQuery('project', id), meta: { errors: 'inline' } })
  return (
    <Loaded query={project}>
      {(client) => (
        <PaneFrame
          kind="site"
          title={t('site.addTitle')}
          path={[{ name: client.name, to: { pane: 'project', id } }]}
          go={go}
        >
          {mayWrite && client.permission === 'write' ? (
            <>
              {client.siteCount === 0 && <FirstSteps at="site" />}
              <AddSiteForm id={id} go={go} finish={finish} />
            </>
          ) : (
            <Locked />
          )}
        </PaneFrame>
      )}
    </Loaded>
  )
}

function AddSiteForm({ id, go, finish }: Pick<PaneProps, 'id' | 'go' | 'finish'>) {
  const { t } = useTranslation('clients')
  const queries = useQueryClient()
  const create = useOperation(createSite, {
    inlineErrors: true,
    onSuccess: (site) => {
      openNodes(id, site.id)
      finish({ pane: 'add-view', id: site.id })
      void refreshNode(queries, { projectId: id, siteId: null, viewId: null })
    },
  })
  const form = useSchemaForm<NewSite, typeof createSite>({
    initial: NEW_SITE,
    operation: createSite,
    isDirty: ({ name, timezone }) => name.trim() !== '' || timezone !== null,
    submit: (body) => create.mutateAsync({ params: { id }, body }),
  })
  return (
    <AddForm
      form={form}
      label={t('site.name')}
      placeholder={t('site.placeholder')}
      submit={t('site.create')}
      onCancel={() => go({ pane: 'project', id })}
    >
      <TimezoneField value={form.values.timezone} onChange={(zone) => form.set('timezone', zone)} />
    </AddForm>
  )
}
