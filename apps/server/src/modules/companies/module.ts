import { createAddressLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import type { CompaniesDeps } from './companies-deps.ts'
import { registerCompanyRoutes } from './company-routes.ts'
import { registerLogos } from './logo-routes.ts'

export const companiesModule: Module<CompaniesDeps, object, Pick<CompaniesDeps, 'logoLookups'>> = {
  name: 'companies',
  tables: { company: { rows: 'kept', files: { logo_key: 'logos/' } } },
  make: () => ({ services: { logoLookups: createAddressLimiter({ limit: 600, windowMs: 3_600_000 }) } }),
  routes(register, deps) {
    registerCompanyRoutes(register)
    registerLogos(register, deps)
  },
}
