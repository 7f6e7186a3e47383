import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { safeRedirect } from '../app/landing.ts'
import { CodeLoginFailed, CodeLoginPending } from '../features/login/code-login-page.tsx'
import { handleError } from '../lib/errors/error-handler.ts'
import { logInWithCode } from '../lib/session/session.ts'
import { rootRoute } from './root.tsx'

/** Where a single sign-on sends the browser back to: its code is exchanged for a session. */
export const authRedirectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/redirect',
  validateSearch: z.object({
    // The router reads what looks like a number as one.
    code: z.coerce.string().optional().catch(undefined),
    redirect: z.string().optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  pendingMs: 0,
  pendingComponent: CodeLoginPending,
  loader: async ({ deps }) => {
    if (!deps.code) return { problem: 'none' as const }
    try {
      await logInWithCode(deps.code)
    } catch (error) {
      handleError(error, { shown: 'inline' })
      return { problem: 'failed' as const }
    }
    throw redirect({ href: safeRedirect(deps.redirect) ?? '/', replace: true })
  },
  component: function AuthRedirect() {
    return <CodeLoginFailed problem={authRedirectRoute.useLoaderData().problem} />
  },
})
