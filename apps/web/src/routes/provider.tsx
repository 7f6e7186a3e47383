import { createRoute, lazyRouteComponent, notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { PROVIDER_PREFIX } from '../app/landing.ts'
import { NotFound } from '../app/not-found-page.tsx'
import { Shell } from '../app/shell/shell.tsx'
import { companiesSearch } from '../features/companies/companies-search.ts'
import { isType, may } from '../lib/permissions/permissions.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { rootRoute } from './root.tsx'

/** The provider's back-office: for super users, partners and auditors; to everyone else it does not exist. */
export const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PROVIDER_PREFIX,
  beforeLoad: ({ location }) => {
    const { user } = sessionStore.get()
    if (!user) throw redirect({ to: '/login', search: { redirect: location.href } })
    const isLetIn = may(user, 'companies.manage') || isType(user, 'AUDITOR') || user.accountType === 'partner'
    // The root's page has a menu; here there is none yet.
    if (!isLetIn) throw notFound({ routeId: rootRouteId })
  },
  notFoundComponent: NotFound,
  component: Shell,
})

export const companiesRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: 'companies',
  validateSearch: companiesSearch,
  beforeLoad: () => {
    const { user } = sessionStore.get()
    if (user && !may(user, 'companies.manage')) throw notFound({ routeId: rootRouteId })
  },
  component: lazyRouteComponent(() => import('../features/companies/companies-page.tsx'), 'CompaniesPage'),
})

/** The detectors of the installation. */
export const detectorsRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: 'detectors',
  beforeLoad: () => {
    const { user } = sessionStore.get()
    if (user && !may(user, 'detectors.manage')) throw notFound({ routeId: rootRouteId })
  },
  component: lazyRouteComponent(() => import('../features/detectors/detectors-page.tsx'), 'DetectorsPage'),
})
