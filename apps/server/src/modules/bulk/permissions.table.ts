// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'bulk.activateProduct': may('edit'),
  'bulk.activateProtect': may('edit'),
  'bulk.activateTampering': may('edit'),
  'bulk.deactivateProduct': may('edit'),
  'bulk.deactivateProtect': may('edit'),
  'bulk.deactivateTampering': may('edit'),
  'bulk.applySchedule': may('schedules'),
  'bulk.delete': may('edit'),
  'bulk.move': may('edit'),
  'bulk.pause': may('schedules'),
  'bulk.refreshSnapshots': may('edit'),
  'bulk.restore': may('edit'),
  'bulk.setActive': may('edit'),
  'bulk.setSettings': may('edit'),
}
