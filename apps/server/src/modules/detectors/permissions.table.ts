// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'detectors.addFiles': may('backOffice'),
  'detectors.add': may('backOffice'),
  'detectors.cancel': may('backOffice'),
  'detectors.check': may('backOffice'),
  'detectors.compare': may('backOffice'),
  'detectors.drop': may('backOffice'),
  'detectors.get': may('backOffice'),
  'detectors.remove': may('backOffice'),
  'detectors.use': may('backOffice'),
}
