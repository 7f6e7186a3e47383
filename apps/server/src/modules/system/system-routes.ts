import { getAppConfig, getCountry, getSystemStatus } from '@winnow/contract'
import type { PasswordPolicy } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import { createAddressLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import type { FindCountry } from './find-country.ts'

/** The number of hours without signals after which a site is shown as idle. */
const SITE_IDLE = { default: 24, min: 2, max: 168 }
const DEFAULT_TIMEZONE = 'Europe/London'

export interface SystemDeps {
  mailDomain: string
  statusPageUrl: string | undefined
  forensicUrl: string | undefined
  documentationUrl: string | undefined
  contactUrl: string | undefined
  publicIps: readonly string[]
  partnerCompanyIds: readonly string[]
  passwordPolicy: PasswordPolicy
  mobileApps: { iosStoreUrl?: string; androidStoreUrl?: string; iosLoginUrl?: string; androidLoginUrl?: string }
  /** Whether single sign-on is available. */
  singleSignOn: boolean
  findCountry: FindCountry
  clock: Clock
  demo: boolean
  version: string
  status: () => Promise<'ok' | 'degraded' | 'outage'>
}

export function registerSystem(register: Register, deps: SystemDeps): void {
  register(getAppConfig, async () => ({
    emailDomain: deps.mailDomain,
    statusPageUrl: deps.statusPageUrl ?? null,
    forensicUrl: deps.forensicUrl ?? null,
    documentationUrl: deps.documentationUrl ?? null,
    contactUrl: deps.contactUrl ?? null,
    publicIps: [...deps.publicIps],
    defaultTimezone: DEFAULT_TIMEZONE,
    isIdmEnabled: deps.singleSignOn,
    siteIdleTimeoutConfig: SITE_IDLE,
    partnerCompanyIds: [...deps.partnerCompanyIds],
    passwordPolicy: deps.passwordPolicy,
    mobileApps: {
      iosStoreUrl: deps.mobileApps.iosStoreUrl ?? null,
      androidStoreUrl: deps.mobileApps.androidStoreUrl ?? null,
      iosLoginUrl: deps.mobileApps.iosLoginUrl ?? null,
      androidLoginUrl: deps.mobileApps.androidLoginUrl ?? null,
    },
    demo: deps.demo,
    version: deps.version,
  }))

  const lookups = createAddressLimiter({ limit: 60, windowMs: 15 * 60_000 })
  register(getCountry, async ({ request }) => {
    lookups.require(request.ip, deps.clock.now())
    return { countryCode: await deps.findCountry(request.ip) }
  })

  register(getSystemStatus, async () => ({ status: await deps.status() }))
}
