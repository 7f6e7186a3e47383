import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { routeTree } from '../routes/route-tree.ts'
import { CrashPage } from './crash-page.tsx'
import type { RouterContext } from './router-context.ts'

/** The router over all pages. */
export function createAppRouter(context: RouterContext, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    // The router caches no preloaded data, since the query cache decides which data is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashPage,
    defaultPendingMs: 300,
    scrollRestoration: true,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
