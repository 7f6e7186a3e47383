import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { safeRedirect } from '../app/landing.ts'
import { LoginPage } from '../features/login/login-page.tsx'
import { secondStepStore } from '../lib/session/second-step-store.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { rootRoute } from './root.tsx'

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({
    redirect: z.string().optional().catch(undefined),
    email: z.string().optional().catch(undefined),
    /** `password`: asks for the password, also if users of the mail domain normally log in by single sign-on. */
    way: z.literal('password').optional().catch(undefined),
  }),
  beforeLoad: ({ search }) => {
    if (sessionStore.get().user) throw redirect({ href: safeRedirect(search.redirect) ?? '/', replace: true })
  },
  component: function Login() {
    const search = loginRoute.useSearch()
    const navigate = loginRoute.useNavigate()
    return (
      <LoginPage
        {...(search.email ? { email: search.email } : {})}
        redirect={safeRedirect(search.redirect)}
        withPassword={search.way === 'password'}
        onLoggedIn={() => void navigate({ href: safeRedirect(search.redirect) ?? '/', replace: true })}
        onSecondStep={(step) => {
          secondStepStore.set(step)
          const { redirect: target } = search
          void navigate({
            to: step.result === 'totp' ? '/verify-2fa' : '/setup-2fa',
            search: target === undefined ? {} : { redirect: target },
          })
        }}
      />
    )
  },
})
