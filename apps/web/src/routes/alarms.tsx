import { IconBell } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { alarmsSearch } from '../features/alarms/alarms-search.ts'
import { camsRoute } from './cams.tsx'

export const alarmsRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'alarms/{-$id}',
  validateSearch: alarmsSearch,
  staticData: {
    screen: {
      needs: 'alarm.read',
      menu: { id: 'alarms', icon: IconBell, place: 50, goTo: { name: 'shell:command.goAlarms', keys: ['Alt+A'] } },
    },
  },
  component: lazyRouteComponent(() => import('../features/alarms/alarms-page.tsx'), 'AlarmsPage'),
})
