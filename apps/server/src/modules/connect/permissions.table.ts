// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'connect.getWayIn': may('treeRead'),
  'connect.siteWaysIn': may('treeRead'),
  'connect.deleteConnection': may('edit'),
  'connect.lookAtDeviceHosts': may('edit'),
  'connect.setConnection': may('edit'),
  'connect.writeDeviceHost': may('edit'),
}
