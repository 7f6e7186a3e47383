import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ConnectPage } from '../features/login/connect-page.tsx'
import { rootRoute } from './root.tsx'

/** The target of the mailed link that connects an account with a person of the company's directory. */
export const authConnectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/connect',
  validateSearch: z.object({ token: z.string().optional().catch(undefined) }),
  component: function AuthConnect() {
    return <ConnectPage token={authConnectRoute.useSearch().token ?? ''} />
  },
})
