import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { PROVIDER_PREFIX } from '../app/landing.ts'
import { NotBuiltPage } from '../app/not-built-page.tsx'
import { Shell } from '../app/shell/shell.tsx'
import { isType } from '../lib/permissions/permissions.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { camsRoute, requireClients } from './cams.tsx'
import { rootRoute } from './root.tsx'

// Areas that have their place in the menu and the address space, and are not built yet: each says so in its own name.

export const schedulesRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'schedules',
  beforeLoad: requireClients,
  component: () => <NotBuiltPage area="schedules" />,
})

export const reportRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'report/{-$tab}',
  component: () => <NotBuiltPage area="report" />,
})

/** The tree's context menu leads here. */
export const auditLogRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'audit-log',
  component: () => <NotBuiltPage area="auditLog" />,
})

export const accountRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'account',
  beforeLoad: () => {
    const { user } = sessionStore.get()
    if (user && !isType(user, 'ADMIN_USER', 'SUPER_USER')) throw redirect({ to: '/cams', replace: true })
  },
  component: () => <NotBuiltPage area="manageUsers" />,
})

export const forensicRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'forensic',
  // No company has the unlock yet; forbidden and absent look the same.
  beforeLoad: () => {
    throw notFound()
  },
})

export const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PROVIDER_PREFIX,
  beforeLoad: ({ location }) => {
    const { user } = sessionStore.get()
    if (!user) throw redirect({ to: '/login', search: { redirect: location.href } })
    if (!isType(user, 'SUPER_USER') && user.accountType !== 'partner') throw notFound()
  },
  component: Shell,
})

export const companiesRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: 'companies',
  component: () => <NotBuiltPage area="companies" />,
})

export const billingAccountsRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: 'billing/accounts',
  component: () => <NotBuiltPage area="companies" />,
})
