import { Link } from '@tanstack/react-router'
import { Drawer } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { useMenu } from './use-menu.ts'

const FIRST: readonly string[] = ['home', 'alarms', 'clients']

/** The menu of narrow windows: the most used entries at the bottom, all of them in a drawer. */
export function BottomBar({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const [open, setOpen] = useState(false)
  const items = useMenu().filter((item) => FIRST.includes(item.id))
  return (
    <>
      <nav className={css['bottom']} aria-label={t('menu.label')}>
        {items.map((item) => (
          <Link key={item.id} to={item.to ?? '/'} className={css['tab']}>
            <item.icon size={20} stroke={1.6} aria-hidden="true" />
            {t(`menu.${item.id}`)}
          </Link>
        ))}
        <button
          type="button"
          className={css['tab']}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
          {t('menu.more')}
        </button>
      </nav>
      <Drawer
        opened={open}
        onClose={() => setOpen(false)}
        position="bottom"
        size="85%"
        title={t('menu.all')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <SideMenu
          sidebar={{ folded: false, onAlarms: true, toggle: () => undefined }}
          onHelp={() => {
            setOpen(false)
            onHelp()
          }}
          onNavigate={() => setOpen(false)}
        />
      </Drawer>
    </>
  )
}
