import type { getHome, ReplyOf } from '@winnow/contract'

type Home = ReplyOf<typeof getHome>

/** The reply for the page Home after a busy night, changed by the overrides. */
export function buildHome(overrides: Partial<Home> = {}): Home {
  return {
    since: '2026-11-20T02:30:00.000Z',
    now: '2026-11-21T02:30:00.000Z',
    received: 1210,
    filtered: 1121,
    passed: 80,
    unverified: 3,
    waiting: 6,
    outside: 0,
    filteredShare: 1121 / 1204,
    latency: { p50: 840, p95: 2400, alarms: 1204 },
    byHour: [
      { hour: '2026-11-20T22:00:00.000Z', received: 30, filtered: 25, passed: 4, unverified: 1, outside: 0 },
      { hour: '2026-11-21T01:00:00.000Z', received: 12, filtered: 12, passed: 0, unverified: 0, outside: 0 },
    ],
    account: { projects: 2, sites: 5, views: 40 },
    attention: {
      lowDisk: null,
      deliveriesHeldSince: null,
      receivers: [],
      unmatched: 0,
      analysisIdle: false,
      service: [],
    },
    ...overrides,
  }
}
