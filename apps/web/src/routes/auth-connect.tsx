import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ConnectPage } from '../features/login/connect-page.tsx'
import { rootRoute } from './root.tsx'

/** Where the mailed link to connect an account with a person of the company's directory leads. */
export const authConnectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/connect',
  validateSearch: z.object({ token: z.string().optional().catch(undefined) }),
  component: function AuthConnect() {
    return <ConnectPage token={authConnectRoute.useSearch().token ?? ''} />
  },
})
