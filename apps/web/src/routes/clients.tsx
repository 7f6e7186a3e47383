import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { clientsSearch, unitSearch } from '../features/clients/clients-search.ts'
import { camsRoute, requireClients } from './cams.tsx'

export const clientsRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'clients',
  validateSearch: clientsSearch,
  beforeLoad: requireClients,
  component: lazyRouteComponent(() => import('../features/clients/clients-page.tsx'), 'ClientsPage'),
})

/** A site or camera: the same screen, which stays as it is when one goes from a client to a camera. */
export const clientsUnitRoute = createRoute({
  getParentRoute: () => clientsRoute,
  path: 'u',
  validateSearch: unitSearch,
})
