import type { Permission } from '@winnow/contract'
import { createRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { landingOf } from '../app/landing.ts'
import { Shell } from '../app/shell/shell.tsx'
import { isClosedTo } from '../app/suspended.ts'
import { showSuspendedToast } from '../app/suspended-toast.ts'
import { may, seesClients } from '../lib/permissions/permissions.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { rootRoute } from './root.tsx'

const AlarmNotifier = lazy(async () => {
  const { AlarmNotifier: component } = await import('../features/alarms/alarm-notifier.tsx')
  return { default: component }
})

/** The shell, and what tells of new alarms on every page of it. */
function Cams() {
  return (
    <Shell>
      <Suspense>
        <AlarmNotifier />
      </Suspense>
    </Shell>
  )
}

/** The main application: only for those who are logged in, and of a suspended company only its payment pages. */
export const camsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cams',
  beforeLoad: ({ context, location, preload }) => {
    const { user } = sessionStore.get()
    if (!user) throw redirect({ to: '/login', search: { redirect: location.href } })
    if (!isClosedTo(user, location.pathname)) return
    if (!preload) showSuspendedToast(context.i18n)
    throw redirect({ to: '/cams/settings/{-$tab}', params: { tab: 'invoices' }, replace: true })
  },
  component: Cams,
})

export const camsIndexRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: '/',
  beforeLoad: () => {
    const { user } = sessionStore.get()
    throw redirect({ to: user ? landingOf(user) : '/login', replace: true })
  },
})

/** Sends those who may not see clients to their landing page. */
export function requireClients(): void {
  const { user } = sessionStore.get()
  if (user && !seesClients(user)) throw redirect({ to: '/', replace: true })
}

/** Sends those without the right that a page is about to their landing page. */
export function requireRight(permission: Permission) {
  return (): void => {
    const { user } = sessionStore.get()
    if (user && !may(user, permission)) throw redirect({ to: '/', replace: true })
  }
}
