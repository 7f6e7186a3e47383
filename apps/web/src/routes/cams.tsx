import type { Permission } from '@winnow/contract'
import { createRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { landingOf } from '../app/landing.ts'
import { NotFound } from '../app/not-found-page.tsx'
import { Shell } from '../app/shell/shell.tsx'
import { isClosedTo } from '../app/suspended.ts'
import type { RouterContext } from '../app/router-context.ts'
import { showForbiddenToast, showSuspendedToast } from '../app/turned-away.ts'
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
  notFoundComponent: NotFound,
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

interface Loading {
  context: RouterContext
  /** A look ahead at a page that nobody has asked for yet. */
  preload: boolean
}

/** Sends somebody to their landing page, and says that it is not the page they asked for. */
function sendBack({ context, preload }: Loading): never {
  if (!preload) showForbiddenToast(context.i18n)
  throw redirect({ to: '/', replace: true })
}

/** Sends those who may not see clients to their landing page. */
export function requireClients(loading: Loading): void {
  const { user } = sessionStore.get()
  if (user && !seesClients(user)) sendBack(loading)
}

/** Sends those without the right that a page is about to their landing page. */
export function requireRight(permission: Permission) {
  return (loading: Loading): void => {
    const { user } = sessionStore.get()
    if (user && !may(user, permission)) sendBack(loading)
  }
}
