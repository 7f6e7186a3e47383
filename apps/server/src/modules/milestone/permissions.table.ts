// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'milestone.get': may('company'),
  'milestone.add': may('company'),
  'milestone.update': may('company'),
  'milestone.delete': may('company'),
  'milestone.find': may('company'),
  'milestone.cameras': may('company'),
  'milestone.updateCameras': may('company'),
}
