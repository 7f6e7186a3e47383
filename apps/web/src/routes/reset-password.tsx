import { createRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../features/login/reset-password-page.tsx'
import { rootRoute } from './root.tsx'

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: ResetPasswordPage,
})
