// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'learning.applyCompany': may('company'),
  'learning.applyView': may('edit'),
  'learning.getCompany': may('company'),
  'learning.getView': may('treeRead'),
  'learning.learnCompany': may('company'),
  'learning.learnView': may('edit'),
  'learning.revertCompany': may('company'),
  'learning.revertView': may('edit'),
}
