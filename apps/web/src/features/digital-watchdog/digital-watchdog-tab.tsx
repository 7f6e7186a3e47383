import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AlarmsSection } from './alarms-section.tsx'
import { CompaniesSection } from './companies-section.tsx'
import { DwCameras } from './dw-cameras.tsx'
import css from './digital-watchdog.module.css'
import { ServersSection } from './servers-section.tsx'

/** DW Spectrum and Nx Witness as a way in: who may send alarms, the servers, and which camera and event is which of ours. */
export function DigitalWatchdogTab() {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  const allowed = useMay('company.write')
  if (!allowed) return <EmptyState title={t('common:noRightTitle')}>{t('common:noRight')}</EmptyState>
  return (
    <div className={css['wide']}>
      <p className={css['lead']}>{t('intro')}</p>
      <CompaniesSection />
      <ServersSection />
      <DwCameras />
      <AlarmsSection />
    </div>
  )
}
