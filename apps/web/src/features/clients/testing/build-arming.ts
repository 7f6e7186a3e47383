import type { ArmingEvent, ArmingMail, DetailedSite, SiteArming } from '@winnow/contract'
import { buildSite } from './node-factory.ts'

/** A site that is armed and disarmed, by default armed and never told anything. */
export const buildArmedSite = (overrides: Partial<DetailedSite> = {}): DetailedSite =>
  buildSite(1, {
    scheduleDeviceType: 2,
    arming: { status: 'armed', changedAt: null, endsAt: null },
    ...overrides,
  })

export const buildArming = (overrides: Partial<SiteArming> = {}): SiteArming => ({
  scheduleDeviceType: 2,
  status: 'armed',
  changedAt: null,
  changedBy: null,
  changedWay: null,
  endsAt: null,
  endedAt: null,
  longestDisarmMinutes: 960,
  due: null,
  contactsTold: 1,
  ...overrides,
})

export const buildArmingMail = (overrides: Partial<ArmingMail> = {}): ArmingMail => ({
  addresses: { arm: 'arm-abc@alarms.example', disarm: 'disarm-xyz@alarms.example' },
  authRequired: false,
  onlyArms: false,
  madeAt: '2026-11-20T08:00:00.000Z',
  madeBy: 'Ada',
  user: 'site-1',
  smtp: { host: 'mail.example', port: 2525 },
  ...overrides,
})

export const buildArmingEvent = (n: number, overrides: Partial<ArmingEvent> = {}): ArmingEvent => ({
  id: `01900000-0000-7000-8005-${String(n).padStart(12, '0')}`,
  at: '2026-11-20T18:00:00.000Z',
  state: 'disarmed',
  way: 'console',
  by: 'Ada',
  address: null,
  sentAt: null,
  endsAt: '2026-11-20T23:10:00.000Z',
  refusal: null,
  ...overrides,
})
