import { IconUsers } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { usersSearch } from '../features/users/users-search.ts'
import { camsRoute } from './cams.tsx'

/** The page on which users are managed. */
export const accountRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'account',
  validateSearch: usersSearch,
  staticData: {
    screen: {
      needs: 'users.open',
      menu: { id: 'manageUsers', icon: IconUsers, place: 90, goTo: { name: 'shell:command.goUsers' } },
    },
  },
  component: lazyRouteComponent(() => import('../features/users/users-page.tsx'), 'UsersPage'),
})
