// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'stats.alarms': may('alarmsRead'),
  'stats.lastAlarmClients': may('alarmsRead'),
  'stats.lastAlarms': may('alarmsRead'),
  'stats.site': may('alarmsRead'),
  'stats.sites': may('alarmsRead'),
  'stats.views': may('alarmsRead'),
}
