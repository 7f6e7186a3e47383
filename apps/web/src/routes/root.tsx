import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import type { RouterContext } from '../app/router-context.ts'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { SessionExpiredDialog } from '../features/login/session-expired-dialog.tsx'
import { secondStepStore } from '../lib/session/second-step-store.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { UnsavedGuard } from '../ui/unsaved-changes/unsaved-guard.tsx'

function Root() {
  return (
    <>
      <Outlet />
      <SessionExpiredDialog />
      <UnsavedGuard />
    </>
  )
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  // A user who must set up a second factor before anything else can open only the set-up and the logout.
  beforeLoad: ({ location }) => {
    const { login2FaFlow: flow } = secondStepStore.get() ?? sessionStore.get().user ?? {}
    if (flow !== 'totp_pending_strict' || ['/setup-2fa', '/logout'].includes(location.pathname)) return
    throw redirect({ to: '/setup-2fa', replace: true })
  },
  component: Root,
  notFoundComponent: NotFoundPage,
})
