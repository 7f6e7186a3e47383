import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import css from './banners.module.css'

/** Explains to users of a suspended company why most of the console is missing. */
export function SuspendedBanner() {
  const { t } = useTranslation('shell')
  if (useMay('console.use')) return null
  return (
    <div className={css['banner']} role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <span>{t('suspended')}</span>
    </div>
  )
}
