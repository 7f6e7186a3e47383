// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, mayInEveryCompany, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'consent.get': mayInEveryCompany('companyRead'),
  'consent.give': may('agree'),
}
