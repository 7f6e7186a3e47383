import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { alarmsSearch } from '../features/alarms/alarms-search.ts'
import { camsRoute, requireRight } from './cams.tsx'

export const alarmsRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'alarms/{-$id}',
  validateSearch: alarmsSearch,
  beforeLoad: requireRight('alarm.read'),
  component: lazyRouteComponent(() => import('../features/alarms/alarms-page.tsx'), 'AlarmsPage'),
})
