import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { transfersSearch } from '../features/transfers/transfers-search.ts'
import { camsRoute } from './cams.tsx'

/** The import of clients, sites and cameras: choosing a file, or with an id the preview and the result of one that was uploaded. */
export const importRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'clients/import/{-$id}',
  validateSearch: transfersSearch,
  staticData: { screen: { needs: 'project.create' } },
  component: lazyRouteComponent(() => import('../features/transfers/import-page.tsx'), 'ImportPage'),
})
