import { finishSsoTrial, SSO_TRIAL_PREFIX } from '@winnow/contract'
import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { safeRedirect } from '../app/landing.ts'
import { CodeLoginFailed, CodeLoginPending, type CodeLoginProblem } from '../features/login/code-login-page.tsx'
import { TrialResult } from '../features/login/trial-result.tsx'
import { RequestError } from '../lib/api/api-errors.ts'
import { handleError } from '../lib/errors/error-handler.ts'
import { isOwnWindow } from '../lib/open-window.ts'
import { callAcrossLogin } from '../lib/query/use-operation.ts'
import { logInWithCode } from '../lib/session/session.ts'
import { rootRoute } from './root.tsx'

// The router parses text that looks like a number as one.
const text = z.coerce.string().optional().catch(undefined)

interface Answer {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** Logs in with the answer of a single sign-on. Resolves to the path with which the login was started, or to the problem to show. */
async function logIn({
  code,
  state,
  iss,
  error,
}: Answer): Promise<{ problem: CodeLoginProblem } | { to: string | null }> {
  if (error !== undefined) return { problem: error === 'access_denied' ? 'cancelled' : 'refused' }
  if (!code) return { problem: 'none' }
  try {
    return { to: await logInWithCode({ code, state, iss }) }
  } catch (failure) {
    handleError(failure, { shown: 'inline' })
    return { problem: failure instanceof RequestError ? (failure.code ?? 'failed') : 'failed' }
  }
}

async function finishTrial({ code, state, iss }: Answer) {
  const nothing = { domain: null, emails: [] }
  if (!code || !state) return { result: 'cancelled' as const, ...nothing }
  try {
    return await callAcrossLogin(finishSsoTrial, { body: { code, state, iss } })
  } catch (failure) {
    handleError(failure)
    return { result: 'expired' as const, ...nothing }
  }
}

/** The redirect target of a single sign-on. It exchanges the code for a session, or shows the result of an administrator's trial. */
export const authRedirectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/redirect',
  validateSearch: z.object({
    code: text,
    state: text,
    iss: text,
    error: text,
    redirect: z.string().optional().catch(undefined),
  }),
  loaderDeps: ({ search }) => search,
  pendingMs: 0,
  pendingComponent: CodeLoginPending,
  // A code works only once, so its result is cached forever.
  staleTime: Number.POSITIVE_INFINITY,
  loader: async ({ deps }) => {
    if (deps.state?.startsWith(SSO_TRIAL_PREFIX)) return { trial: await finishTrial(deps) }
    const outcome = await logIn(deps)
    if ('problem' in outcome) return outcome
    throw redirect({ href: safeRedirect(deps.redirect ?? outcome.to ?? undefined) ?? '/', replace: true })
  },
  component: function AuthRedirect() {
    const data = authRedirectRoute.useLoaderData()
    if ('trial' in data) return <TrialResult {...data.trial} />
    // A separate window closes at the end, after a success and after a failure.
    return <CodeLoginFailed problem={data.problem} redirect={isOwnWindow() ? '/auth/done' : undefined} />
  },
})
