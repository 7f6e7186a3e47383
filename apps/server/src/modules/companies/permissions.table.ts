// Who may call the module's operations, typed by hand: see apps/server/test/rights.ts.
import { may, mayInEveryCompany, type Permissions } from '../../../test/rights.ts'

export const permissions: Permissions = {
  'companies.create': may('backOffice'),
  'companies.deleteLogo': mayInEveryCompany('company'),
  'companies.findLogo': may('anybody'),
  'companies.get': mayInEveryCompany('companyRead'),
  'companies.logo': may('anybody'),
  'companies.list': may('backOffice'),
  'companies.provision': mayInEveryCompany('backOffice'),
  'companies.suspend': mayInEveryCompany('backOffice'),
  'companies.update': mayInEveryCompany('company'),
  'companies.uploadLogo': mayInEveryCompany('company'),
}
