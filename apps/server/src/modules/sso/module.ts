import type { Platform } from '../../platform/create-platform.ts'
import { createAddressLimiter, createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Module } from '../../platform/modules/module.ts'
import { ssoMailJobs } from './connect-mails.ts'
import { clientSecretContext } from './connection-queries.ts'
import { registerSsoIdentities } from './identity-list-routes.ts'
import { createSsoProvider } from './provider.ts'
import { registerSsoSettings } from './settings-routes.ts'
import { createSingleSignOn, type SingleSignOn } from './single-sign-on.ts'
import type { SsoDeps } from './sso-deps.ts'
import { registerSsoStart } from './sso-routes.ts'
import { registerSsoTrial } from './trial-routes.ts'

const HOUR_MS = 3_600_000

type Own = 'sso' | 'ssoProvider' | 'ssoLimits'
type Needs = Omit<SsoDeps, Own> & Pick<Platform, 'env'>
type Services = Pick<SsoDeps, Own> & SingleSignOn

export const ssoModule: Module<SsoDeps, Needs, Services> = {
  name: 'sso',
  tables: {
    sso_connection: { rows: 'kept', sealed: { client_secret: clientSecretContext } },
    sso_domain: { rows: 'kept' },
    sso_identity: { rows: 'kept' },
    sso_link: { rows: [{ kind: 'days', column: 'expires_at', days: 1 }] },
    sso_login: { rows: [{ kind: 'days', column: 'expires_at', days: 0 }] },
  },
  make(needs) {
    const { sso } = needs.env
    const own = {
      sso,
      ssoProvider: createSsoProvider({ ...needs, authority: sso.authority }),
      ssoLimits: {
        starts: createAddressLimiter({ limit: 240, windowMs: HOUR_MS / 4 }),
        linksByEmail: createRateLimiter({ limit: 3, windowMs: HOUR_MS }),
      },
    }
    return { services: { ...own, ...createSingleSignOn({ ...needs, ...own }) } }
  },
  routes(register, deps) {
    registerSsoStart(register, deps)
    registerSsoSettings(register, deps)
    registerSsoTrial(register, deps)
    registerSsoIdentities(register)
  },
  jobs: ssoMailJobs,
}
