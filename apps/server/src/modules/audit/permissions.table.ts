// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, mayInEveryCompany, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'audit.export': mayInEveryCompany('audit'),
  'audit.facets': mayInEveryCompany('audit'),
  'audit.company': mayInEveryCompany('audit'),
  'audit.project': may('audit'),
  'audit.site': may('audit'),
  'audit.view': may('audit'),
}
