// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, mayInEveryCompany, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'sso.confirmDomain': mayInEveryCompany('backOffice'),
  'sso.delete': mayInEveryCompany('company'),
  'sso.disconnect': mayInEveryCompany('users'),
  'sso.finishTrial': may('company'),
  'sso.get': mayInEveryCompany('company'),
  'sso.url': may('anybody'),
  'sso.domains': may('backOffice'),
  'sso.identities': mayInEveryCompany('users'),
  'sso.save': mayInEveryCompany('company'),
  'sso.connect': may('anybody'),
  'sso.try': mayInEveryCompany('company'),
}
