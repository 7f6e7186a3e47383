import { listExacq, listExacqCameras, updateExacqCameras } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CamerasSection, vmsCss as css } from '../digital-watchdog/index.ts'
import { RecordersSection } from './recorders-section.tsx'

/** Recorders of exacqVision, whose pictures alarms of mapped cameras get: where they are, and which camera is which of ours. */
export function ExacqTab() {
  const { t } = useTranslation(['exacq', 'common'])
  const { companyId } = useUser()
  const allowed = useMay('company.write')
  if (!allowed) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  return (
    <div className={css['wide']}>
      <p className={css['lead']}>{t('intro')}</p>
      <RecordersSection companyId={companyId} />
      <Cameras companyId={companyId} />
    </div>
  )
}

function Cameras({ companyId }: { companyId: string }) {
  const { t } = useTranslation('exacq')
  const request = { params: { id: companyId } }
  const cameras = useOperationQuery(listExacqCameras, { ...request, query: { available: 'true' } }, { quiet: true })
  const save = useOperation(updateExacqCameras, { inlineErrors: true, invalidates: [listExacqCameras, listExacq] })
  return (
    <CamerasSection
      cameras={cameras}
      store={{
        send: (mapped) => save.mutateAsync({ ...request, body: { cameras: mapped } }),
        isPending: save.isPending,
        error: save.error,
      }}
      intro={t('camerasIntro')}
      emptyBody={t('camerasEmpty')}
    />
  )
}
