import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { sessionStore } from '../../lib/session/session-store.ts'
import { HelpDialog } from '../../ui/help-dialog.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { Offers } from '../../ui/toasts/toaster.tsx'
import { BANNERS, useRoom } from '../../ui/use-room.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { KeySheet } from './key-sheet.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { Palette } from './palette.tsx'
import { ResizeHandle } from './resize-handle.tsx'
import { CurrentPage } from './current-page.tsx'
import css from './shell.module.css'
import { useShellCommands } from './shell-commands.ts'
import { SideMenu } from './side-menu.tsx'
import { SuspendedBanner } from './suspended-banner.tsx'
import { useSidebar } from './use-sidebar.ts'

type Overlay = 'help' | 'keys' | 'palette'

interface ShellProps {
  /** Rendered in place of the route's page. */
  page?: ReactNode
  /** Invisible components that run beside every page while somebody is logged in. */
  children?: ReactNode
}

/** The frame around a page: menu, banner, palette and help. */
export function Shell({ page, children }: ShellProps) {
  const loggedIn = useStore(sessionStore, (session) => session.user !== null)
  // During logout the page still renders for a moment.
  return loggedIn ? <LoggedInShell page={page}>{children}</LoggedInShell> : null
}

function LoggedInShell({ page, children }: ShellProps) {
  const { t } = useTranslation('shell')
  const [overlay, setOverlay] = useState<Overlay>()
  const sidebar = useSidebar()
  const narrow = useIsNarrow()
  const close = () => setOverlay(undefined)
  useShellCommands({
    openKeys: () => setOverlay('keys'),
    openPalette: () => setOverlay('palette'),
    toggleSidebar: sidebar.toggle,
  })
  return (
    <div className={css['shell']} data-narrow={narrow || undefined}>
      <a className={css['skip']} href="#content">
        {t('skip')}
      </a>
      {!narrow && (
        <aside
          className={css['side']}
          style={sidebar.folded ? undefined : { width: sidebar.width }}
          data-folded={sidebar.folded || undefined}
        >
          <SideMenu sidebar={sidebar} onHelp={() => setOverlay('help')} />
          {!sidebar.folded && <ResizeHandle sidebar={sidebar} />}
        </aside>
      )}
      <div className={css['main']}>
        <div ref={useRoom(BANNERS)}>
          <OfflineBanner />
          <ImpersonationBanner />
          <SuspendedBanner />
        </div>
        <main id="content" tabIndex={-1} className={css['content']}>
          {page ?? <CurrentPage />}
        </main>
        <Offers />
        {narrow && <BottomBar onHelp={() => setOverlay('help')} />}
      </div>
      {children}
      <HelpDialog opened={overlay === 'help'} onClose={close} />
      <KeySheet opened={overlay === 'keys'} onClose={close} />
      <Palette opened={overlay === 'palette'} onClose={close} />
    </div>
  )
}
