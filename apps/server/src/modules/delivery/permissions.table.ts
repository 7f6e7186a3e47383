// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'receivers.acknowledge': may('label'),
  'receivers.create': may('company'),
  'receivers.delete': may('company'),
  'receivers.deliveries': may('treeRead'),
  'receivers.deleteSiteWebhook': may('company'),
  'receivers.list': may('treeRead'),
  'receivers.preview': may('company'),
  'receivers.messages': may('alarmsRead'),
  'receivers.putSiteWebhook': may('company'),
  'receivers.release': may('backOffice'),
  'receivers.resend': may('company'),
  'receivers.resendAll': may('company'),
  'receivers.setFallback': may('company'),
  'receivers.siteWebhook': may('treeRead'),
  'receivers.test': may('company'),
  'receivers.testWebhook': may('company'),
  'receivers.tries': may('company'),
  'receivers.update': may('company'),
}
