import { getMilestone, listMilestoneCameras, updateMilestoneCameras } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CamerasSection, vmsCss as css } from '../digital-watchdog/index.ts'
import { EventsSection } from './events-section.tsx'
import { SystemSection } from './system-section.tsx'

/** Milestone XProtect as a way in: where the system is, which events are alarms, and which camera is which of ours. */
export function MilestoneTab() {
  const { t } = useTranslation(['milestone', 'common'])
  const { companyId } = useUser()
  const allowed = useMay('company.write')
  if (!allowed) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  return (
    <div className={css['wide']}>
      <p className={css['lead']}>{t('intro')}</p>
      <SystemSection companyId={companyId} />
      <EventsSection companyId={companyId} />
      <Cameras companyId={companyId} />
    </div>
  )
}

function Cameras({ companyId }: { companyId: string }) {
  const { t } = useTranslation('milestone')
  const request = { params: { id: companyId } }
  const cameras = useOperationQuery(listMilestoneCameras, { ...request, query: { available: 'true' } }, { quiet: true })
  const save = useOperation(updateMilestoneCameras, {
    inlineErrors: true,
    invalidates: [listMilestoneCameras, getMilestone],
  })
  return (
    <CamerasSection
      cameras={cameras}
      store={{
        send: (mapped) => save.mutateAsync({ ...request, body: { cameras: mapped } }),
        isPending: save.isPending,
        error: save.error,
      }}
      emptyBody={t('camerasEmpty')}
    />
  )
}
