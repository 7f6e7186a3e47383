import { z } from 'zod'
import { operation } from './operation.ts'

export const getAppConfig = operation({
  id: 'system.appConfig',
  method: 'GET',
  path: '/appconfig',
  summary: 'The data that the console needs before a login',
  tag: 'System',
  scope: 'public',
  reply: z.object({
    emailDomain: z.string(),
    /** The provider's status page; null if there is none. */
    statusPageUrl: z.string().nullable(),
    /** The provider's forensic page, which Investigate opens; null if there is none. */
    forensicUrl: z.string().nullable(),
    /** The provider's page of guides and documentation, to which Help leads; null for the description of the API. */
    documentationUrl: z.string().nullable(),
    /** The page or mailbox (`mailto:`) of those who help; null if there is none. */
    contactUrl: z.string().nullable(),
    publicIps: z.array(z.string()),
    defaultTimezone: z.string(),
    isIdmEnabled: z.boolean(),
    siteIdleTimeoutConfig: z.object({ default: z.number(), min: z.number(), max: z.number() }),
    partnerCompanyIds: z.array(z.uuid()),
    /** Rules for a new password. The server checks them again. */
    passwordPolicy: z.object({ min: z.number().int(), max: z.number().int(), composition: z.boolean() }),
    /** Addresses of the mobile app: its store pages, and the links that open its login. Null if there is none. */
    mobileApps: z.object({
      iosStoreUrl: z.string().nullable(),
      androidStoreUrl: z.string().nullable(),
      iosLoginUrl: z.string().nullable(),
      androidLoginUrl: z.string().nullable(),
    }),
    demo: z.boolean(),
    version: z.string(),
  }),
})

export const SERVICE_STATUSES = ['unknown', 'ok', 'degraded', 'outage'] as const

export const getSystemStatus = operation({
  id: 'system.status',
  method: 'GET',
  path: '/v1/system-status',
  summary: 'The state of the service',
  tag: 'System',
  scope: 'public',
  background: true,
  reply: z.object({ status: z.enum(SERVICE_STATUSES) }),
})

export const getCountry = operation({
  id: 'system.country',
  method: 'GET',
  path: '/v1/country',
  summary: "The country of the caller's address, if a geolocation service knows it. It selects a picture",
  tag: 'System',
  scope: 'public',
  reply: z.object({ countryCode: z.string().nullable() }),
  errors: ['RATE_LIMITED'],
})
