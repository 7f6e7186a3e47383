// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'transfers.discard': may('addClient'),
  'transfers.export': may('addClient'),
  'transfers.failed': may('addClient'),
  'transfers.get': may('addClient'),
  'transfers.lines': may('addClient'),
  'transfers.list': may('addClient'),
  'transfers.run': may('addClient'),
  'transfers.template': may('addClient'),
  'transfers.upload': may('addClient'),
}
