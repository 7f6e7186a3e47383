// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'cure.camera': may('alarmsRead'),
  'cure.previewSensitivity': may('alarmsRead'),
  'cure.ask': may('alarmsOwn'),
  'cure.withdraw': may('alarmsOwn'),
  'cure.answer': may('company'),
  'cure.requests': may('company'),
}
