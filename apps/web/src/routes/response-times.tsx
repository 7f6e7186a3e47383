import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { responseTimesSearch } from '../features/response-times/response-times-search.ts'
import { camsRoute } from './cams.tsx'

/** How long alarms took until their receivers acknowledged them. Home and the receivers of a site link here. */
export const responseTimesRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'response-times',
  validateSearch: responseTimesSearch,
  staticData: { screen: { needs: 'clients.see' } },
  component: lazyRouteComponent(
    () => import('../features/response-times/response-times-page.tsx'),
    'ResponseTimesPage',
  ),
})
