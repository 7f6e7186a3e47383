import type { getAppConfig, ReplyOf } from '@winnow/contract'

type AppConfig = ReplyOf<typeof getAppConfig>

/** The server's public configuration. A test passes only the values that matter to it. */
export const buildAppConfig = (own: Partial<AppConfig> = {}): AppConfig => ({
  emailDomain: 'alarms.example',
  statusPageUrl: 'https://status.example/',
  forensicUrl: null,
  documentationUrl: null,
  contactUrl: null,
  publicIps: [],
  defaultTimezone: 'Europe/London',
  isIdmEnabled: false,
  siteIdleTimeoutConfig: { default: 24, min: 2, max: 168 },
  partnerCompanyIds: [],
  passwordPolicy: { min: 12, max: 30, composition: true },
  mobileApps: { iosStoreUrl: null, androidStoreUrl: null, iosLoginUrl: null, androidLoginUrl: null },
  demo: false,
  version: '0.1.0',
  ...own,
})

/** The configuration of a server with both mobile apps, one of which has a login link. */
export const buildMobileAppConfig = () =>
  buildAppConfig({
    mobileApps: {
      iosStoreUrl: 'https://apps.example/ios',
      androidStoreUrl: 'https://apps.example/android',
      iosLoginUrl: 'winnow://login',
      androidLoginUrl: null,
    },
  })
