import { IconBuilding, IconEyeCheck } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PROVIDER_PREFIX } from '../app/landing.ts'
import { NotFound } from '../app/not-found-page.tsx'
import { Shell } from '../app/shell/shell.tsx'
import { companiesSearch } from '../features/companies/companies-search.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { guardScreens } from './guard.ts'
import { rootRoute } from './root.tsx'

/** The provider's back-office. All other users get Page not found. */
export const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PROVIDER_PREFIX,
  staticData: { screen: { needs: 'provider.enter', otherwise: 'not-found' } },
  beforeLoad: ({ context, location, preload, matches }) => {
    if (!sessionStore.get().user) throw redirect({ to: '/login', search: { redirect: location.href } })
    guardScreens({ context, preload, matches })
  },
  notFoundComponent: NotFound,
  component: Shell,
})

export const companiesRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: 'companies',
  staticData: {
    screen: {
      needs: 'companies.manage',
      otherwise: 'not-found',
      menu: { id: 'companies', icon: IconBuilding, place: 20 },
    },
  },
  validateSearch: companiesSearch,
  component: lazyRouteComponent(() => import('../features/companies/companies-page.tsx'), 'CompaniesPage'),
})

/** The detectors of the installation. */
export const detectorsRoute = createRoute({
  getParentRoute: () => providerRoute,
  path: 'detectors',
  staticData: {
    screen: {
      needs: 'detectors.manage',
      otherwise: 'not-found',
      menu: { id: 'detectors', icon: IconEyeCheck, place: 30 },
    },
  },
  component: lazyRouteComponent(() => import('../features/detectors/detectors-page.tsx'), 'DetectorsPage'),
})
