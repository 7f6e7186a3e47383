import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AcceptInvitationPage } from '../features/login/accept-invitation-page.tsx'
import { rootRoute } from './root.tsx'

/** Where the link of an invitation leads. */
export const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept-invitation',
  validateSearch: z.object({ token: z.string().optional().catch(undefined) }),
  component: function AcceptInvitation() {
    const { token = '' } = acceptInvitationRoute.useSearch()
    const navigate = acceptInvitationRoute.useNavigate()
    return (
      <AcceptInvitationPage
        token={token}
        // Whatever the domain says: the password was set just now.
        onAccepted={(email) => void navigate({ to: '/login', search: { email, way: 'password' }, replace: true })}
      />
    )
  },
})
