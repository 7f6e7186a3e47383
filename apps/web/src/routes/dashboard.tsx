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
  }),
  staticData: {
    screen: {
      needs: 'alarm.read',
      menu: { id: 'home', icon: IconHome, place: 10, goTo: { name: 'shell:command.goHome', keys: ['Alt+H'] } },
    },
  },
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
})
