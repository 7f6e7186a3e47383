import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { safeRedirect } from '../app/landing.ts'
import { VerifyTwoFactorPage } from '../features/login/verify-two-factor-page.tsx'
import { cancelLogin, findWaitingLogin } from '../lib/session/second-step.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { rootRoute } from './root.tsx'

const search = z.object({ redirect: z.string().optional().catch(undefined) })
type Search = z.output<typeof search>

/** Only for logins that wait for a code. Others are redirected. */
async function requireWaiting(given: Search): Promise<void> {
  if (sessionStore.get().user) throw redirect({ href: safeRedirect(given.redirect) ?? '/', replace: true })
  const step = await findWaitingLogin()
  if (!step) throw redirect({ to: '/login', search: given, replace: true })
  if (step.result !== 'totp') throw redirect({ to: '/setup-2fa', search: given, replace: true })
}

export const verifyTwoFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-2fa',
  validateSearch: search,
  beforeLoad: ({ search: given }) => requireWaiting(given),
  component: function VerifyTwoFactor() {
    return <Verify kind="otp" search={verifyTwoFactorRoute.useSearch()} />
  },
})

export const verifyBackupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-backup',
  validateSearch: search,
  beforeLoad: ({ search: given }) => requireWaiting(given),
  component: function VerifyBackup() {
    return <Verify kind="backup" search={verifyBackupRoute.useSearch()} />
  },
})

function Verify({ kind, search: given }: { kind: 'otp' | 'backup'; search: Search }) {
  const navigate = rootRoute.useNavigate()
  return (
    <VerifyTwoFactorPage
      kind={kind}
      search={given}
      onVerified={() => void navigate({ href: safeRedirect(given.redirect) ?? '/', replace: true })}
      onCancel={async () => {
        await cancelLogin()
        await navigate({ to: '/login', search: given, replace: true })
      }}
    />
  )
}
