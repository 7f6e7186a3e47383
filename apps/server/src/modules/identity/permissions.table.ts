// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, mayInEveryCompany, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'auth.changePassword': may('everyone'),
  'auth.checkUser': may('anybody'),
  'auth.checkUserByEmail': may('anybody'),
  'auth.forensicLogout': may('everyone'),
  'auth.captcha': may('anybody'),
  'auth.user': may('everyone'),
  'auth.session': may('everyone'),
  'auth.login': may('anybody'),
  'auth.loginWithCode': may('anybody'),
  'auth.logout': may('everyone'),
  'auth.newPassword': may('anybody'),
  'auth.resetPassword': may('anybody'),
  'auth.setLanguage': may('everyone'),
  'auth.return': may('everyone'),
  'auth.super': may('loginAs'),
  'sessions.endOthers': may('everyone'),
  'sessions.end': may('everyone'),
  'sessions.list': may('everyone'),
  'twoFactor.cancel': may('everyone'),
  'twoFactor.confirm': may('everyone'),
  'twoFactor.disableCompany': mayInEveryCompany('companyOwn'),
  'twoFactor.enableCompany': mayInEveryCompany('companyOwn'),
  'twoFactor.enableUser': mayInEveryCompany('companyOwn'),
  'twoFactor.generate': may('everyone'),
  'twoFactor.company': mayInEveryCompany('company'),
  'twoFactor.own': may('everyone'),
  'twoFactor.renewCodes': may('everyone'),
  // Everyone may change their own setting. The handler refuses changes of other users' settings to all except administrators.
  'twoFactor.updateUser': may('everyone'),
}
