// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'exacq.list': may('company'),
  'exacq.add': may('company'),
  'exacq.update': may('company'),
  'exacq.delete': may('company'),
  'exacq.test': may('company'),
  'exacq.find': may('company'),
  'exacq.cameras': may('company'),
  'exacq.updateCameras': may('company'),
}
