import { createCompany, impersonate, provisionCompany, suspendCompany, updateCompany } from './companies.ts'
import { example } from './example.ts'

export const companiesExamples = [
  example(createCompany, { body: { name: 'Harbour Guards', defaultSiteTimezone: 'Europe/Berlin' } }),
  example(updateCompany, { body: { name: 'Harbour and City Guards' } }),
  example(provisionCompany, { body: { theme: 'default' } }),
  example(suspendCompany, { body: { suspended: true } }),
  example(impersonate, { body: { email: 'ada@example.com' } }),
]
