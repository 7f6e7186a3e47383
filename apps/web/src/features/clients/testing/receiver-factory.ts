import type { Delivery, Receiver } from '@winnow/contract'
import { siteId } from './node-factory.ts'

const receiverId = (n: number) => `01900000-0000-7000-8004-${String(n).padStart(12, '0')}`
const deliveryId = (n: number) => `01900000-0000-7000-8005-${String(n).padStart(12, '0')}`

/** What a receiver gets unless somebody chooses, of the kinds that can be told of cameras. */
export const USUAL_CHOICE = {
  trueAlarms: true,
  unverified: true,
  filtered: false,
  corrections: true,
  debounceSeconds: null,
  outageDigestMinutes: null,
  sharedLink: false,
  idle: false,
  connection: false,
  tampering: false,
  quietHours: '',
  severities: [],
}

/** A working webhook, by default of site 1. */
export function buildReceiver(n: number, overrides: Partial<Receiver> = {}): Receiver {
  return {
    id: receiverId(n),
    siteId: siteId(1),
    kind: 'webhook',
    name: `Receiver ${n}`,
    active: true,
    disabledReason: null,
    config: { url: `https://station${n}.example/alarms`, embedPicture: false },
    secretsSet: ['secrets'],
    failures: 0,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastError: null,
    lastStatus: null,
    lastDetail: null,
    retryingSince: null,
    waiting: 0,
    givenUp: 0,
    fallback: { backupId: null, afterFailures: 3, afterSeconds: 60, escalateTo: [] },
    downSince: null,
    escalatedAt: null,
    ...overrides,
  }
}

/** A delivered message, by default to receiver 1. */
export function buildDelivery(n: number, overrides: Partial<Delivery> = {}): Delivery {
  return {
    id: deliveryId(n),
    receiverId: receiverId(1),
    alarmId: null,
    viewName: null,
    inDigest: false,
    type: 'alarm.created',
    verdict: 'true',
    state: 'sent',
    retryingSince: null,
    attempts: 1,
    nextAt: null,
    createdAt: '2026-11-20T01:00:00.000Z',
    finishedAt: '2026-11-20T01:00:01.000Z',
    lastStatus: 200,
    lastError: null,
    lastDetail: null,
    ...overrides,
  }
}
