import { createRoute, redirect } from '@tanstack/react-router'
import { landingOf } from '../app/landing.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { rootRoute } from './root.tsx'

export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const { user } = sessionStore.get()
    if (!user) throw redirect({ to: '/login', search: { redirect: '/' } })
    throw redirect({ to: landingOf(user), replace: true })
  },
})
