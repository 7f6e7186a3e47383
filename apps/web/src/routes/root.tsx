import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { RouterContext } from '../app/router-context.ts'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { SessionExpiredDialog } from '../features/login/session-expired-dialog.tsx'

function Root() {
  return (
    <>
      <Outlet />
      <SessionExpiredDialog />
    </>
  )
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})
