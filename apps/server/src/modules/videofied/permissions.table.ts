// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'videofied.get': may('company'),
  'videofied.add': may('company'),
  'videofied.update': may('company'),
  'videofied.delete': may('company'),
}
