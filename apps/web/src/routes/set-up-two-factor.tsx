import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { safeRedirect } from '../app/landing.ts'
import { SetUpTwoFactorPage } from '../features/login/set-up-two-factor-page.tsx'
import { cancelLogin, continueLogin, findWaitingLogin, skipSetUp } from '../lib/session/second-step.ts'
import { logOut } from '../lib/session/session.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { rootRoute } from './root.tsx'

/** The set-up of a second factor during a login. Logged-in users set it up in the settings, unless it is required before anything else. */
export const setUpTwoFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup-2fa',
  validateSearch: z.object({ redirect: z.string().optional().catch(undefined) }),
  beforeLoad: async ({ search }) => {
    const { user } = sessionStore.get()
    if (user?.login2FaFlow === 'totp_accepted') throw redirect({ to: '/', replace: true })
    if (user?.login2FaFlow === 'totp_pending_strict')
      return { who: { flow: user.login2FaFlow, skipsRemaining: 0, email: user.email }, step: undefined }
    if (user) throw redirect({ to: '/cams/settings/{-$tab}', params: { tab: '2fa' }, replace: true })
    const step = await findWaitingLogin()
    if (!step) throw redirect({ to: '/login', search, replace: true })
    if (step.result === 'totp') throw redirect({ to: '/verify-2fa', search, replace: true })
    const { login2FaFlow: flow, login2FaSetupSkipsRemaining: skipsRemaining, email } = step
    return { who: { flow, skipsRemaining, email }, step }
  },
  component: function SetUpTwoFactor() {
    const { redirect: target } = setUpTwoFactorRoute.useSearch()
    const { who, step, queries } = setUpTwoFactorRoute.useRouteContext()
    const navigate = setUpTwoFactorRoute.useNavigate()
    const leave = async () => {
      if (step) await cancelLogin()
      else await logOut(queries)
      await navigate({ to: '/login', search: {}, replace: true })
    }
    const done = async () => {
      await continueLogin()
      await navigate({ href: safeRedirect(target) ?? '/', replace: true })
    }
    return (
      <SetUpTwoFactorPage
        {...who}
        onSkip={async () => {
          if (step) await skipSetUp(step)
        }}
        onLogout={leave}
        onDone={done}
      />
    )
  },
})
