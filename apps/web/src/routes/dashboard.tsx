import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { camsRoute, requireRight } from './cams.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'dashboard',
  validateSearch: z.object({
    hours: z
      .union([z.literal(24), z.literal(168)])
      .optional()
      .catch(undefined),
  }),
  beforeLoad: requireRight('alarm.read'),
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
})
