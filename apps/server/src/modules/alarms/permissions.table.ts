// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'alarms.addNote': may('label'),
  'alarms.deleteNote': may('label'),
  'alarms.get': may('alarmsRead'),
  'alarms.count': may('alarmsRead'),
  'alarms.frameImage': may('alarmsRead'),
  'alarms.signedFrame': may('anybody'),
  'alarms.label': may('label'),
  'alarms.list': may('alarmsRead'),
  'alarms.frames': may('alarmsRead'),
  'alarms.notes': may('alarmsRead'),
  'alarms.viewed': may('alarmsRead'),
  'alarms.removeBoxes': may('label'),
  'alarms.describeExport': may('share'),
  'alarms.exportLabelled': may('share'),
}
