import { listDwCameras, updateDwCameras } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { CamerasSection } from './cameras-section.tsx'

/** The cameras of DW Spectrum and Nx Witness. */
export function DwCameras() {
  const { t } = useTranslation('digitalWatchdog')
  const cameras = useOperationQuery(listDwCameras, { query: { available: 'true' } }, { quiet: true })
  const save = useOperation(updateDwCameras, { inlineErrors: true, invalidates: [listDwCameras] })
  return (
    <CamerasSection
      cameras={cameras}
      store={{
        send: (mapped) => save.mutateAsync({ body: { cameras: mapped } }),
        isPending: save.isPending,
        error: save.error,
      }}
      emptyBody={t('camera.emptyBody')}
    />
  )
}
