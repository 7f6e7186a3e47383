import { Link } from '@tanstack/react-router'
import { IconAlertTriangle, IconLayoutSidebar, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'
import { useStore } from '../../lib/create-store.ts'
import { brandStore } from '../../theme/brands.ts'
import { Logo } from '../../theme/logo.tsx'
import { IconButton } from '../../ui/button.tsx'
import type { MenuItem } from './menu.ts'
import { paymentWarningsStore } from './payment-warnings.ts'
import css from './shell.module.css'
import { StatusItem } from './status-item.tsx'
import { useMenu } from './use-menu.ts'
import type { Sidebar } from './use-sidebar.ts'

function ItemContent({ item, folded }: { item: MenuItem; folded: boolean }) {
  const { t } = useTranslation('shell')
  const warned = useStore(paymentWarningsStore, (count) => count > 0) && item.id === 'settings'
  return (
    <>
      <span className={css['itemIcon']}>
        <item.icon size={18} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={folded ? 'wn-visually-hidden' : css['itemName']}>{t(`menu.${item.id}`)}</span>
      {warned && (
        <span className={css['warning']} title={t('menu.paymentWarning')}>
          <IconAlertTriangle size={14} aria-label={t('menu.paymentWarning')} />
        </span>
      )}
    </>
  )
}

/** The main menu. */
export function SideMenu({
  sidebar,
  onHelp,
  onNavigate,
}: {
  sidebar: Pick<Sidebar, 'folded' | 'onAlarms' | 'toggle'>
  onHelp: () => void
  onNavigate?: () => void
}) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const brand = useStore(brandStore)
  const { folded } = sidebar
  const menu = useMenu()
  return (
    <nav
      className={css['menu']}
      aria-label={onNavigate ? t('menu.all') : t('menu.label')}
      data-folded={folded || undefined}
    >
      {!onNavigate && (
        <div className={css['menuHead']}>
          {/* On the alarm screen the header's space belongs to the picture, so it has no logo. */}
          {!folded && !sidebar.onAlarms && <Logo brand={brand} />}
          <IconButton
            label={folded ? t('sidebar.expand') : t('sidebar.collapse')}
            keys={['[']}
            aria-expanded={!folded}
            onClick={sidebar.toggle}
          >
            <IconLayoutSidebar size={18} stroke={1.6} />
          </IconButton>
        </div>
      )}
      <ul className={css['items']}>
        {menu.map((item) => (
          <li key={item.id}>
            {item.to ? (
              <Link
                to={item.to}
                className={css['item']}
                title={folded ? t(`menu.${item.id}`) : undefined}
                onClick={onNavigate}
              >
                <ItemContent item={item} folded={folded} />
              </Link>
            ) : (
              <button
                type="button"
                className={css['item']}
                title={folded ? t(`menu.${item.id}`) : undefined}
                onClick={onHelp}
              >
                <ItemContent item={item} folded={folded} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <ul className={css['items']}>
        <li>
          <StatusItem folded={folded} />
        </li>
        <li>
          <Link to="/logout" preload={false} className={css['item']} title={folded ? t('menu.logout') : undefined}>
            <span className={css['itemIcon']}>
              <IconLogout size={18} stroke={1.6} aria-hidden="true" />
            </span>
            <span className={folded ? 'wn-visually-hidden' : css['itemName']}>{t('menu.logout')}</span>
          </Link>
        </li>
      </ul>
      {!folded && (
        <div className={css['who']}>
          <span className="wn-truncate" title={user.email}>
            {user.name}
          </span>
          <span className={css['company']} title={user.companyName}>
            {user.companyName}
          </span>
        </div>
      )}
    </nav>
  )
}
