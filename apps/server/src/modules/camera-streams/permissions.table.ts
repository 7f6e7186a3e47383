// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'cameraStreams.get': may('treeRead'),
  'cameraStreams.set': may('edit'),
  'cameraStreams.delete': may('edit'),
  'cameraStreams.siteStatus': may('treeRead'),
  'cameraStreams.viewStatus': may('treeRead'),
  'cameraStreams.liveviewStatus': may('treeRead'),
  'cameraStreams.watchLive': may('alarmsOwn'),
}
