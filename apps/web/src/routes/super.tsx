import { IconBell, IconChartBar, IconSettings } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { superLandingOf } from '../app/landing.ts'
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
    const { user } = sessionStore.get()
    throw redirect({ to: user ? superLandingOf(user) : '/login', replace: true })
  },
})

/** The alarms that were drawn for the supervisor. */
export const superAlarmsRoute = createRoute({
  getParentRoute: () => superRoute,
  path: 'alarms/{-$id}',
  staticData: { screen: { needs: 'alarm.review', menu: { id: 'alarms', icon: IconBell, place: 50 } } },
  component: lazyRouteComponent(() => import('../features/supervisor/sample-page.tsx'), 'SamplePage'),
})

/** What the supervisors' labels say. */
export const superResultRoute = createRoute({
  getParentRoute: () => superRoute,
  path: 'result',
  staticData: { screen: { needs: 'alarm.review', menu: { id: 'result', icon: IconChartBar, place: 60 } } },
  component: lazyRouteComponent(() => import('../features/supervisor/result-page.tsx'), 'ResultPage'),
})

export const superSettingsRoute = createRoute({
  getParentRoute: () => superRoute,
  path: 'settings/{-$tab}',
  validateSearch: listAddress,
  staticData: { screen: { menu: { id: 'settings', icon: IconSettings, place: 80 } } },
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})
