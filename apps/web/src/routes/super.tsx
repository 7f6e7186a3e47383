import { IconSettings } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { NotFound } from '../app/not-found-page.tsx'
import { Shell } from '../app/shell/shell.tsx'
import { sessionStore } from '../lib/session/session-store.ts'
import { listAddress } from '../ui/list-screen/list-address.ts'
import { guardScreens } from './guard.ts'
import { rootRoute } from './root.tsx'

/** The supervisors' area. */
export const superRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/super',
  staticData: { screen: { needs: 'super.enter', otherwise: 'not-found' } },
  beforeLoad: ({ context, location, preload, matches }) => {
    if (!sessionStore.get().user) throw redirect({ to: '/login', search: { redirect: location.href } })
    guardScreens({ context, preload, matches })
  },
  notFoundComponent: NotFound,
  component: Shell,
})

export const superIndexRoute = createRoute({
  getParentRoute: () => superRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/super/settings/{-$tab}', replace: true })
  },
})

export const superSettingsRoute = createRoute({
  getParentRoute: () => superRoute,
  path: 'settings/{-$tab}',
  validateSearch: listAddress,
  staticData: { screen: { menu: { id: 'settings', icon: IconSettings, place: 80 } } },
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})
