import type { Platform } from '../../platform/create-platform.ts'
import type { Module } from '../../platform/modules/module.ts'
import { registerConsent } from './consent-routes.ts'
import { createConsents, type Consents } from './consents.ts'

export const consentModule: Module<{ consents: Consents }, Pick<Platform, 'env'>, { consents: Consents }> = {
  name: 'consent',
  tables: { consent: { rows: 'kept' } },
  make: ({ env }) => ({ services: { consents: createConsents(env.agreementsDir) } }),
  routes: registerConsent,
}
