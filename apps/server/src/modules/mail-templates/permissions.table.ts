// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'mailTemplates.list': may('company'),
  'mailTemplates.create': may('company'),
  'mailTemplates.update': may('company'),
  'mailTemplates.delete': may('company'),
  'mailTemplates.try': may('company'),
}
