import { createRoute, lazyRouteComponent, notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { NotFound } from '../app/not-found-page.tsx'
import { Shell } from '../app/shell/shell.tsx'
import { isSupervisor } from '../lib/permissions/permissions.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { rootRoute } from './root.tsx'

/** The supervisors' area. */
export const superRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/super',
  beforeLoad: ({ location }) => {
    const { user } = sessionStore.get()
    if (!user) throw redirect({ to: '/login', search: { redirect: location.href } })
    if (!isSupervisor(user)) throw notFound({ routeId: rootRouteId })
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
  component: lazyRouteComponent(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})
