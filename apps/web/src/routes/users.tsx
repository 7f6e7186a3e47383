import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { usersSearch } from '../features/users/users-search.ts'
import { managesUsers } from '../lib/permissions/permissions.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { camsRoute } from './cams.tsx'

/** Manage users. */
export const accountRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: 'account',
  validateSearch: usersSearch,
  beforeLoad: () => {
    const { user } = sessionStore.get()
    if (user && !managesUsers(user)) throw redirect({ to: '/cams', replace: true })
  },
  component: lazyRouteComponent(() => import('../features/users/users-page.tsx'), 'UsersPage'),
})
