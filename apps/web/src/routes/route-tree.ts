import { acceptInvitationRoute } from './accept-invitation.tsx'
import { alarmQueueRoute, alarmWallRoute, cureRequestsRoute } from './alarm-modes.tsx'
import { alarmsRoute } from './alarms.tsx'
import { appLogoutRoute } from './app-logout.tsx'
import { auditLogRoute } from './audit-log.tsx'
import { authConnectRoute } from './auth-connect.tsx'
import { authDoneRoute } from './auth-done.tsx'
import { authRedirectRoute } from './auth-redirect.tsx'
import { camsIndexRoute, camsRoute } from './cams.tsx'
import { clientsRoute, clientsUnitRoute } from './clients.tsx'
import { dashboardRoute } from './dashboard.tsx'
import { indexRoute } from './index.tsx'
import { loginRoute } from './login.tsx'
import { logoutRoute } from './logout.tsx'
import { newPasswordRoute } from './new-password.tsx'
import { forensicRoute } from './forensic.tsx'
import { companiesRoute, detectorsRoute, providerRoute } from './provider.tsx'
import { resetPasswordRoute } from './reset-password.tsx'
import { responseTimesRoute } from './response-times.tsx'
import { rootRoute } from './root.tsx'
import { schedulesRoute } from './schedules.tsx'
import { setUpTwoFactorRoute } from './set-up-two-factor.tsx'
import { settingsRoute } from './settings.tsx'
import { superAlarmsRoute, superIndexRoute, superResultRoute, superRoute, superSettingsRoute } from './super.tsx'
import { importRoute } from './transfers.tsx'
import { accountRoute } from './users.tsx'
import { verifyBackupRoute, verifyTwoFactorRoute } from './verify-two-factor.tsx'

/** Every page of the console. */
export const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  logoutRoute,
  resetPasswordRoute,
  newPasswordRoute,
  authConnectRoute,
  authDoneRoute,
  authRedirectRoute,
  appLogoutRoute,
  acceptInvitationRoute,
  setUpTwoFactorRoute,
  verifyTwoFactorRoute,
  verifyBackupRoute,
  camsRoute.addChildren([
    camsIndexRoute,
    dashboardRoute,
    clientsRoute.addChildren([clientsUnitRoute]),
    importRoute,
    schedulesRoute,
    alarmQueueRoute,
    alarmWallRoute,
    cureRequestsRoute,
    alarmsRoute,
    settingsRoute,
    accountRoute,
    auditLogRoute,
    responseTimesRoute,
    forensicRoute,
  ]),
  superRoute.addChildren([superIndexRoute, superAlarmsRoute, superResultRoute, superSettingsRoute]),
  providerRoute.addChildren([companiesRoute, detectorsRoute]),
])
