import { getAppConfig, getSystemStatus } from '@winnow/contract'
import type { Register } from '../../platform/http/register.ts'

/** Hours after which a site without signals counts as idle. */
const SITE_IDLE = { default: 24, min: 2, max: 168 }
const DEFAULT_TIMEZONE = 'Europe/London'

export interface SystemDeps {
  mailDomain: string
  statusPageUrl: string | undefined
  partnerCompanyIds: readonly string[]
  demo: boolean
  version: string
  status: () => Promise<'ok' | 'degraded' | 'outage'>
}

export function registerSystem(register: Register, deps: SystemDeps): void {
  register(getAppConfig, async () => ({
    emailDomain: deps.mailDomain,
    // Without a page of the provider's own, the product's status call is the page.
    statusPageUrl: deps.statusPageUrl ?? '/api/v1/system-status',
    publicIps: [],
    defaultTimezone: DEFAULT_TIMEZONE,
    isIdmEnabled: false,
    siteIdleTimeoutConfig: SITE_IDLE,
    partnerCompanyIds: [...deps.partnerCompanyIds],
    demo: deps.demo,
    version: deps.version,
  }))

  register(getSystemStatus, async () => ({ status: await deps.status() }))
}
