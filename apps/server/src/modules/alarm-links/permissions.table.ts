// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'alarmLinks.list': may('share'),
  'alarmLinks.create': may('share'),
  'alarmLinks.revoke': may('share'),
  'alarmLinks.open': may('anybody'),
  'alarmLinks.picture': may('anybody'),
}
