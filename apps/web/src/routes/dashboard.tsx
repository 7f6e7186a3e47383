import { CAMERA_FAULTS } from '@winnow/contract'
import { IconHome } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { camsRoute } from './cams.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'dashboard',
  validateSearch: z.object({
    hours: z
      .union([z.literal(24), z.literal(168)])
      .optional()
      .catch(undefined),
    /** The steps of the chart over seven days; days if left out. */
    by: z.literal('hour').optional().catch(undefined),
    /** What the rankings are of; sites if left out. */
    of: z.literal('cameras').optional().catch(undefined),
    /** The fault whose cameras are listed, and the page of that list. */
    health: z.enum(CAMERA_FAULTS).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  staticData: {
    screen: {
      needs: 'alarm.read',
      menu: { id: 'home', icon: IconHome, place: 10, goTo: { name: 'shell:command.goHome', keys: ['Alt+H'] } },
    },
  },
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
})
