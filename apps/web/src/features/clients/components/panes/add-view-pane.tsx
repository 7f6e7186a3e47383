import { SegmentedControl } from '@mantine/core'
import { createView } from '@winnow/contract'
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

/** Creates a camera of a site; its page then says what to type into the device. */
export function AddViewPane({ id, go, finish }: PaneProps) {
  const { t } = useTranslation(['clients', 'common'])
  const queries = useQueryClient()
  const mayWrite = useMay('node.write')
  const site = useQuery({ ...nodeQuery('site', id), meta: { errors: 'inline' } })
  const [name, setName] = useState('')
  const [integration, setIntegration] = useState<'email' | 'api'>('email')
  const [tried, setTried] = useState(false)
  useUnsaved(name.trim() !== '')
  const create = useOperation(createView, {
    inlineErrors: true,
    onSuccess: (view) => {
      openNodes(view.clientId, id)
      finish({ pane: 'view', id: view.id })
      void refreshNode(queries, { projectId: view.clientId, siteId: id, viewId: null })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isName(name)) create.mutate({ params: { id }, body: { name: name.trim(), integration } })
  }
  return (
    <Loaded query={site}>
      {(parent) => (
        <PaneFrame
          kind="view"
          title={t('camera.addTitle')}
          path={[
            { name: parent.projectName, to: { pane: 'project', id: parent.projectId } },
            { name: parent.name, to: { pane: 'site', id } },
          ]}
          go={go}
        >
          {mayWrite && parent.permission === 'write' ? (
            <>
              {parent.viewCount === 0 && <FirstSteps at="camera" />}
              <form className={css['form']} onSubmit={submit} noValidate>
                <NameField
                  label={t('camera.name')}
                  placeholder={t('camera.placeholder')}
                  value={name}
                  onChange={setName}
                  error={create.error}
                  missing={tried}
                  takesFocus
                />
                <div>
                  <div className={css['label']} id="camera-type">
                    {t('camera.type')}
                  </div>
                  <SegmentedControl
                    aria-labelledby="camera-type"
                    data={[
                      { value: 'email', label: t('camera.types.email') },
                      { value: 'api', label: t('camera.types.api') },
                    ]}
                    value={integration}
                    onChange={(value) => setIntegration(value === 'api' ? 'api' : 'email')}
                  />
                  <p className={css['hint']}>{t(`camera.typeHint.${integration}`)}</p>
                </div>
                <NodeFormError error={create.error} />
                <div className={css['formActions']}>
                  <Button type="submit" look="primary" loading={create.isPending}>
                    {t('camera.create')}
                  </Button>
                  <Button onClick={() => go({ pane: 'site', id })}>{t('common:cancel')}</Button>
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
