import { alarmsRoute } from './alarms.tsx'
import { appLogoutRoute } from './app-logout.tsx'
import { authRedirectRoute } from './auth-redirect.tsx'
import { camsIndexRoute, camsRoute } from './cams.tsx'
import { clientsRoute, clientsUnitRoute } from './clients.tsx'
import { dashboardRoute } from './dashboard.tsx'
import { indexRoute } from './index.tsx'
import { loginRoute } from './login.tsx'
import { logoutRoute } from './logout.tsx'
import { newPasswordRoute } from './new-password.tsx'
import {
  accountRoute,
  auditLogRoute,
  billingAccountsRoute,
  companiesRoute,
  forensicRoute,
  providerRoute,
  reportRoute,
  schedulesRoute,
} from './not-built.tsx'
import { resetPasswordRoute } from './reset-password.tsx'
import { rootRoute } from './root.tsx'
import { settingsRoute } from './settings.tsx'

/** Every page of the console. */
export const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  logoutRoute,
  resetPasswordRoute,
  newPasswordRoute,
  authRedirectRoute,
  appLogoutRoute,
  camsRoute.addChildren([
    camsIndexRoute,
    dashboardRoute,
    clientsRoute.addChildren([clientsUnitRoute]),
    alarmsRoute,
    settingsRoute,
    schedulesRoute,
    reportRoute,
    accountRoute,
    auditLogRoute,
    forensicRoute,
  ]),
  providerRoute.addChildren([companiesRoute, billingAccountsRoute]),
])
