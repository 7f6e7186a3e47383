import { IconDeviceMobile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import css from './login.module.css'

/** Links to the mobile app for alarms, if there is one. */
export function MobileApps() {
  const { t } = useTranslation('login')
  const config = useAppConfig()
  const links = [
    { name: t('mobileApps.ios'), url: config?.mobileApps.iosStoreUrl },
    { name: t('mobileApps.android'), url: config?.mobileApps.androidStoreUrl },
  ].filter(({ url }) => typeof url === 'string')
  if (links.length === 0) return null
  return (
    <footer className={css['apps']}>
      <IconDeviceMobile size={16} stroke={1.5} aria-hidden="true" />
      {t('mobileApps.title')}
      {links.map(({ name, url }) => (
        <a key={name} href={url ?? undefined} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </footer>
  )
}
