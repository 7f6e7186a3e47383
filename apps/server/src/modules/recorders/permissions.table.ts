// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'recorders.addCameras': may('edit'),
  'recorders.look': may('edit'),
}
