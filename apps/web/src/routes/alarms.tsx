import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { alarmsSearch } from '../features/alarms/alarms-search.ts'
import { camsRoute } from './cams.tsx'

export const alarmsRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'alarms/{-$id}',
  validateSearch: alarmsSearch,
  component: lazyRouteComponent(() => import('../features/alarms/alarms-page.tsx'), 'AlarmsPage'),
})
