import { createRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NewPasswordPage } from '../features/login/new-password-page.tsx'
import { rootRoute } from './root.tsx'

export const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-password',
  // The router parses text that looks like a number as one.
  validateSearch: z.object({ token: z.coerce.string().optional().catch(undefined) }),
  component: function NewPassword() {
    const { token = '' } = newPasswordRoute.useSearch()
    const navigate = newPasswordRoute.useNavigate()
    // The login asks for the password, since it has just been set, also if the mail domain uses single sign-on.
    const toLogin = () => void navigate({ to: '/login', search: { way: 'password' }, replace: true })
    return <NewPasswordPage token={token} onDone={toLogin} />
  },
})
