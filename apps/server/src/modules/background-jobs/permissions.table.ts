// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'jobs.active': may('treeRead'),
  'jobs.cancel': may('treeRead'),
  'jobs.failures': may('treeRead'),
  'jobs.list': may('treeRead'),
  'jobs.state': may('treeRead'),
}
