import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { isShutOut } from '../../lib/permissions/permissions.ts'
import css from './banners.module.css'

/** Says why there is so little to see. */
export function SuspendedBanner() {
  const { t } = useTranslation('shell')
  if (!isShutOut(useUser())) return null
  return (
    <div className={css['banner']} role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <span>{t('suspended')}</span>
    </div>
  )
}
