// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, mayInEveryCompany, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'users.acceptInvitation': may('anybody'),
  'users.delete': mayInEveryCompany('users'),
  'users.endSessions': mayInEveryCompany('users'),
  'users.get': mayInEveryCompany('users'),
  'users.invite': mayInEveryCompany('users'),
  'users.list': mayInEveryCompany('users'),
  'users.openInvitation': may('anybody'),
  'users.resendInvitation': mayInEveryCompany('users'),
  'users.sceneChange': may('alarmsOwn'),
  'users.search': may('users'),
  'users.update': mayInEveryCompany('users'),
}
