// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'pelco.get': may('treeRead'),
  'pelco.addCamera': may('edit'),
  'pelco.deleteCamera': may('edit'),
}
