import { createView } from '@winnow/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { DeviceTests } from '../device-tests/device-tests.tsx'
import { nodeQuery, refreshNode } from '../../state/tree-queries.ts'
import { openNodes } from '../../state/tree-store.ts'
import { isNumbered, type OfferedType } from '../../model/integration-names.ts'
import { TypeField } from '../camera/type-field.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Loaded } from './loaded.tsx'
import { Locked } from './locked.tsx'
import { AddForm } from './add-form.tsx'
import type { PaneProps } from './pane-props.ts'
import { PaneFrame } from './pane-frame.tsx'

interface NewView {
  name: string
  integration: OfferedType
  /** Asked for where the mails of one sender are for several cameras. */
  channel: string
}
const NEW_VIEW: NewView = { name: '', integration: 'email', channel: '' }

/** Creates a camera. Its page then shows what to enter in the device. */
export function AddViewPane({ id, go, finish }: PaneProps) {
  const { t } = useTranslation('clients')
  const mayWrite = useMay('node.write')
  const site = useQuery({ ...nodeQuery('site', id), meta: { errors: 'inline' } })
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
              <AddViewForm id={id} go={go} finish={finish} />
              <DeviceTests siteId={id} />
            </>
          ) : (
            <Locked />
          )}
        </PaneFrame>
      )}
    </Loaded>
  )
}

function AddViewForm({ id, go, finish }: Pick<PaneProps, 'id' | 'go' | 'finish'>) {
  const { t } = useTranslation('clients')
  const queries = useQueryClient()
  const create = useOperation(createView, {
    inlineErrors: true,
    onSuccess: (view) => {
      openNodes(view.clientId, id)
      finish({ pane: 'view', id: view.id })
      void refreshNode(queries, { projectId: view.clientId, siteId: id, viewId: null })
    },
  })
  const form = useSchemaForm<NewView, typeof createView>({
    initial: NEW_VIEW,
    operation: createView,
    isDirty: ({ name, integration }) => name.trim() !== '' || integration !== NEW_VIEW.integration,
    toBody: ({ channel, ...draft }) =>
      isNumbered(draft.integration) && channel.trim() !== '' ? { ...draft, channel: channel.trim() } : draft,
    submit: (body) => create.mutateAsync({ params: { id }, body }),
  })
  return (
    <AddForm
      form={form}
      label={t('camera.name')}
      placeholder={t('camera.placeholder')}
      submit={t('camera.create')}
      onCancel={() => go({ pane: 'site', id })}
    >
      <TypeField value={form.values.integration} onChange={(type) => form.set('integration', type)} />
      {isNumbered(form.values.integration) && (
        <TextField
          label={t('camera.channel')}
          description={t('camera.channelHint')}
          {...form.field('channel')}
          maxLength={40}
        />
      )}
    </AddForm>
  )
}
