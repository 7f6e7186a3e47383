import { IconSitemap } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { clientsSearch, unitSearch } from '../features/clients/clients-search.ts'
import { camsRoute } from './cams.tsx'

export const clientsRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'clients',
  validateSearch: clientsSearch,
  staticData: {
    screen: {
      needs: 'clients.see',
      menu: { id: 'clients', icon: IconSitemap, place: 40, goTo: { name: 'shell:command.goClients', keys: ['Alt+C'] } },
    },
  },
  component: lazyRouteComponent(() => import('../features/clients/clients-page.tsx'), 'ClientsPage'),
})

/** The page of a site or camera. It shows the same screen as the clients, which stays mounted when the user opens a camera. */
export const clientsUnitRoute = createRoute({
  getParentRoute: () => clientsRoute,
  path: 'u',
  validateSearch: unitSearch,
})
