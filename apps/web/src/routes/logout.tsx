import { createRoute, redirect } from '@tanstack/react-router'
import { handleError } from '../lib/errors/error-handler.ts'
import { logOut } from '../lib/session/session.ts'
import { rootRoute } from './root.tsx'

export const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  // Hovering over a link preloads routes; this one must never be preloaded.
  preload: false,
  beforeLoad: async ({ context, preload }) => {
    if (preload) return
    await logOut(context.queries).catch((error: unknown) => handleError(error, { level: 'warning' }))
    throw redirect({ to: '/login', replace: true })
  },
})
