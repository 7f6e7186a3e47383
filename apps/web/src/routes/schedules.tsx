import { IconCalendarTime } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { schedulesSearch } from '../features/schedules/schedules-search.ts'
import { camsRoute } from './cams.tsx'

export const schedulesRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'schedules',
  validateSearch: schedulesSearch,
  staticData: {
    screen: {
      needs: 'schedules.see',
      menu: {
        id: 'schedules',
        icon: IconCalendarTime,
        place: 45,
        goTo: { name: 'shell:command.goSchedules' },
      },
    },
  },
  component: lazyRouteComponent(() => import('../features/schedules/schedules-page.tsx'), 'SchedulesPage'),
})
