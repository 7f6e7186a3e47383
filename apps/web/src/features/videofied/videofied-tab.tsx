import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed, vmsCss as css } from '../digital-watchdog/index.ts'
import { HowTo } from './how-to.tsx'
import { PanelsSection } from './panels-section.tsx'
import { UnknownPanels } from './unknown-panels.tsx'
import { useVideofied } from './use-videofied.ts'

/** Videofied panels as a way in: which there are, how they do, and what to enter in them. */
export function VideofiedTab() {
  const { t } = useTranslation(['videofied', 'common'])
  const { companyId } = useUser()
  const allowed = useMay('company.write')
  if (!allowed) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  return (
    <div className={css['wide']}>
      <p className={css['lead']}>{t('intro')}</p>
      <Panels companyId={companyId} />
    </div>
  )
}

function Panels({ companyId }: { companyId: string }) {
  const { t } = useTranslation('videofied')
  const { data, error, refetch } = useVideofied(companyId)
  return (
    <>
      <Failed title={t('err.get')} error={error} onRetry={() => void refetch()} />
      {data?.server === null && <p className={css['warning']}>{t('off')}</p>}
      {data && <PanelsSection companyId={companyId} panels={data.panels} />}
      {data?.server && <HowTo server={data.server} />}
      {data?.unknown && data.unknown.length > 0 && <UnknownPanels rows={data.unknown} />}
    </>
  )
}
