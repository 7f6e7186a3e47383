// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'rules.list': may('treeRead'),
  'rules.capabilities': may('treeRead'),
  'rules.create': may('edit'),
  'rules.update': may('edit'),
  'rules.delete': may('edit'),
  'watchLists.list': may('treeRead'),
  'watchLists.create': may('company'),
  'watchLists.update': may('company'),
  'watchLists.delete': may('company'),
  'watchLists.plates': may('company'),
  'watchLists.search': may('company'),
  'watchLists.import': may('company'),
  'watchLists.deletePlate': may('company'),
}
