import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { alarmsSearch } from '../features/alarms/alarms-search.ts'
import { camsRoute } from './cams.tsx'

/** The review queue: one alarm after another. */
export const alarmQueueRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'alarms/queue',
  staticData: { screen: { needs: 'alarm.label' } },
  component: lazyRouteComponent(() => import('../features/alarms/queue/queue-screen.tsx'), 'QueueScreen'),
})

/** The last alarms of all cameras, for a large screen. */
export const alarmWallRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'alarms/wall',
  validateSearch: alarmsSearch,
  staticData: { screen: { needs: 'alarm.read' } },
  component: lazyRouteComponent(() => import('../features/alarms/wall/wall-page.tsx'), 'WallPage'),
})

/** What people without the right ask for at alarms. */
export const cureRequestsRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'alarms/requests',
  staticData: { screen: { needs: 'company.write' } },
  component: lazyRouteComponent(() => import('../features/alarms/cure/requests-screen.tsx'), 'RequestsScreen'),
})
