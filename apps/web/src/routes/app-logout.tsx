import { createRoute, redirect } from '@tanstack/react-router'
import { getAppConfig } from '@winnow/contract'
import { AppLogoutPage } from '../features/login/app-logout-page.tsx'
import { call } from '../lib/api/call.ts'
import { handleError } from '../lib/errors/error-handler.ts'
import { leavePage } from '../lib/leave-page.ts'
import { rootRoute } from './root.tsx'

/** The address that opens the app's login on this kind of phone; undefined if there is none. */
async function appLoginUrl(client: string): Promise<string | undefined> {
  if (client !== 'ios' && client !== 'android') return undefined
  const { mobileApps } = await call(getAppConfig, {})
  return (client === 'ios' ? mobileApps.iosLoginUrl : mobileApps.androidLoginUrl) ?? undefined
}

/** The page after a logout in the mobile app. It leads back to the app's login, or to the console's login if there is no app. */
export const appLogoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app-logout/$client',
  loader: async ({ params }) => {
    const appUrl = await appLoginUrl(params.client).catch((error: unknown) => {
      handleError(error, { level: 'warning' })
      return undefined
    })
    if (appUrl === undefined) throw redirect({ to: '/login', replace: true })
    leavePage(appUrl)
    return { appUrl }
  },
  component: function AppLogout() {
    return <AppLogoutPage appUrl={appLogoutRoute.useLoaderData().appUrl} />
  },
})
