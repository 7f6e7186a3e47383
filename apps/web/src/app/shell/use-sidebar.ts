import { useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useStore } from '../../lib/create-store.ts'
import { clampSidebar, sidebarBounds, sidebarFoldedStore, sidebarWidthStore, startsFolded } from './sidebar-width.ts'

function onResize(listener: () => void) {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Width and collapsed state of the side menu on this page, in this window. */
export function useSidebar() {
  const windowWidth = useSyncExternalStore(onResize, () => innerWidth)
  const wished = useStore(sidebarWidthStore)
  const area = useRouterState({
    select: (state) => (state.location.pathname.startsWith('/cams/alarms') ? 'alarms' : 'elsewhere'),
  })
  const chosen = useStore(sidebarFoldedStore, (state) => state[area])
  const folded = chosen ?? startsFolded(area, windowWidth)
  return {
    folded,
    onAlarms: area === 'alarms',
    width: clampSidebar(wished, windowWidth),
    bounds: sidebarBounds(windowWidth),
    toggle: () => sidebarFoldedStore.set((state) => ({ ...state, [area]: !folded })),
    resize: (width: number) => sidebarWidthStore.set(clampSidebar(width, windowWidth)),
  }
}

export type Sidebar = ReturnType<typeof useSidebar>
