import { createSite } from '@winnow/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { nodeQuery, refreshNode } from '../../state/tree-queries.ts'
import { openNodes } from '../../state/tree-store.ts'
import { useUnsaved } from '../../state/unsaved.ts'
import { FirstSteps } from './first-steps.tsx'
import { NodeFormError } from './node-form-error.tsx'
import { Loaded } from './loaded.tsx'
import { Locked } from './locked.tsx'
import { isName } from '../../model/name-rules.ts'
import { NameField } from './name-field.tsx'
import type { PaneProps } from './pane.tsx'
import { PaneFrame } from './pane-frame.tsx'
import css from './pane.module.css'
import { TimezoneField } from './timezone-field.tsx'

/** Creates a site of a client, and leads on to its first camera. */
export function AddSitePane({ id, go, finish }: PaneProps) {
  const { t } = useTranslation(['clients', 'common'])
  const queries = useQueryClient()
  const mayWrite = useMay('node.write')
  const project = useQuery({ ...nodeQuery('project', id), meta: { errors: 'inline' } })
  const [name, setName] = useState('')
  const [timezone, setTimezone] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  useUnsaved(name.trim() !== '')
  const create = useOperation(createSite, {
    inlineErrors: true,
    onSuccess: (site) => {
      openNodes(id, site.id)
      finish({ pane: 'add-view', id: site.id })
      void refreshNode(queries, { projectId: id, siteId: null, viewId: null })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isName(name)) create.mutate({ params: { id }, body: { name: name.trim(), timezone } })
  }
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
              <form className={css['form']} onSubmit={submit} noValidate>
                <NameField
                  label={t('site.name')}
                  placeholder={t('site.placeholder')}
                  value={name}
                  onChange={setName}
                  error={create.error}
                  missing={tried}
                  takesFocus
                />
                <TimezoneField value={timezone} onChange={setTimezone} />
                <NodeFormError error={create.error} />
                <div className={css['formActions']}>
                  <Button type="submit" look="primary" loading={create.isPending}>
                    {t('site.create')}
                  </Button>
                  <Button onClick={() => go({ pane: 'project', id })}>{t('common:cancel')}</Button>
                </div>
              </form>
            </>
          ) : (
            <Locked />
          )}
        </PaneFrame>
      )}
    </Loaded>
  )
}
