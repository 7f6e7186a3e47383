// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'live.stream': may('everyone'),
  'live.socket': may('everyone'),
  'live.look': may('alarmsOwn'),
  'live.looking': may('alarmsRead'),
}
