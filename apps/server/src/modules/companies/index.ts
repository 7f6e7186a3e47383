import type { Register } from '../../platform/http/register.ts'
import type { CompaniesDeps } from './companies-deps.ts'
import { registerCompanyRoutes } from './company-routes.ts'
import { registerLogos } from './logo-routes.ts'

export function registerCompanies(register: Register, deps: CompaniesDeps): void {
  registerCompanyRoutes(register, deps)
  registerLogos(register, deps)
}
