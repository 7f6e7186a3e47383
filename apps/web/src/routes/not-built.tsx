import { createRoute } from '@tanstack/react-router'
import { NotBuiltPage } from '../app/not-built-page.tsx'
import { camsRoute, requireRight, requireClients } from './cams.tsx'
import { providerRoute } from './provider.tsx'

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
  beforeLoad: requireRight('report.read'),
  component: () => <NotBuiltPage area="report" />,
})

export const tamperingEventRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'tampering/event/$id',
  beforeLoad: requireRight('alarm.read'),
  component: () => <NotBuiltPage area="tamperingEvent" />,
})

export const billingAccountsRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: 'billing/accounts',
  component: () => <NotBuiltPage area="billingAccounts" />,
})
