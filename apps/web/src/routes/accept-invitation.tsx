import { useQueryClient } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { isSecondStep, secondStepStore } from '../lib/session/second-step-store.ts'
import { switchUser } from '../lib/session/session.ts'
import { AcceptInvitationPage } from '../features/login/accept-invitation-page.tsx'
import { rootRoute } from './root.tsx'

/** The target of an invitation's link. */
export const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept-invitation',
  validateSearch: z.object({ token: z.string().optional().catch(undefined) }),
  component: function AcceptInvitation() {
    const { token = '' } = acceptInvitationRoute.useSearch()
    const queries = useQueryClient()
    const navigate = acceptInvitationRoute.useNavigate()
    return (
      <AcceptInvitationPage
        token={token}
        onAccepted={(reply) => {
          if (isSecondStep(reply)) {
            secondStepStore.set(reply)
            return void navigate({ to: reply.result === 'totp' ? '/verify-2fa' : '/setup-2fa', replace: true })
          }
          // Replaces a session that was open in this browser, such as that of an administrator who tries the link.
          switchUser(queries, reply)
          return void navigate({ to: '/', replace: true })
        }}
      />
    )
  },
})
