// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'learning.applyCompany': may('company'),
  'learning.applyProposals': may('edit'),
  'learning.applyView': may('edit'),
  'learning.companyAlarms': may('company'),
  'learning.getCompany': may('company'),
  'learning.getView': may('treeRead'),
  'learning.learnCompany': may('company'),
  'learning.learnView': may('edit'),
  'learning.proposals': may('treeRead'),
  'learning.revertCompany': may('company'),
  'learning.revertView': may('edit'),
  'learning.undo': may('edit'),
  'learning.viewAlarms': may('alarmsRead'),
}
