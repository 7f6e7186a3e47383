import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { DeviceTests } from '../device-tests/device-tests.tsx'
import { nodeQuery } from '../../state/tree-queries.ts'
import { AddViewForm } from './add-view-form.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Loaded } from './loaded.tsx'
import { Locked } from './locked.tsx'
import type { PaneProps } from './pane-props.ts'
import { PaneFrame } from './pane-frame.tsx'

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
              <AddViewForm id={id} projectId={parent.projectId} go={go} finish={finish} />
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
