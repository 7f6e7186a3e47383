// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'reviewQueue.state': may('review'),
  'reviewQueue.next': may('review'),
  'reviewQueue.renew': may('review'),
  'reviewQueue.leave': may('review'),
  'reviewQueue.handOver': may('review'),
  'reviewQueue.setSettings': may('company'),
}
