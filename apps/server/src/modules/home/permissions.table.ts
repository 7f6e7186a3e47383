// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'home.agreement': may('alarmsRead'),
  'home.figures': may('alarmsRead'),
  'home.get': may('alarmsRead'),
  'home.ranking': may('alarmsRead'),
  'home.health': may('alarmsRead'),
  'home.faultyCameras': may('alarmsRead'),
  'home.firstSteps': may('addClient'),
}
