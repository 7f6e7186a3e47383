import { createRoute } from '@tanstack/react-router'
import { LoggedInAgainPage } from '../features/login/logged-in-again-page.tsx'
import { rootRoute } from './root.tsx'

/** The end of a single sign-on in a separate window. */
export const authDoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/done',
  component: LoggedInAgainPage,
})
