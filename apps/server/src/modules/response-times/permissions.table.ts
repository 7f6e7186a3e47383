// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'responseTimes.breaches': may('treeRead'),
  'responseTimes.figures': may('treeRead'),
  'responseTimes.setGoal': may('company'),
}
