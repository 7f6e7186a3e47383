import { z } from 'zod'
import { operation } from './operation.ts'

export const getAppConfig = operation({
  id: 'system.appConfig',
  method: 'GET',
  path: '/appconfig',
  summary: 'What the console needs to know before anyone logs in',
  tag: 'System',
  scope: 'public',
  reply: z.object({
    emailDomain: z.string(),
    statusPageUrl: z.string(),
    publicIps: z.array(z.string()),
    defaultTimezone: z.string(),
    isIdmEnabled: z.boolean(),
    siteIdleTimeoutConfig: z.object({ default: z.number(), min: z.number(), max: z.number() }),
    partnerCompanyIds: z.array(z.uuid()),
    demo: z.boolean(),
    version: z.string(),
  }),
})

export const SERVICE_STATUSES = ['unknown', 'ok', 'degraded', 'outage'] as const

export const getSystemStatus = operation({
  id: 'system.status',
  method: 'GET',
  path: '/v1/system-status',
  summary: 'Whether the service works',
  tag: 'System',
  scope: 'public',
  reply: z.object({ status: z.enum(SERVICE_STATUSES) }),
})
