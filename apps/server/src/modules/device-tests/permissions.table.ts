// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'tests.smtp': may('edit'),
  'tests.smtpConfig': may('edit'),
  'tests.nvrHttp': may('edit'),
  'tests.nvrTcp': may('edit'),
  'tests.rtspDiscovery': may('edit'),
  'tests.onvifConnect': may('edit'),
}
