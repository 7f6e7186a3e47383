import type {
  getCameraHealth,
  getFirstSteps,
  getHome,
  getHomeFigures,
  getHomeRanking,
  getLabelAgreement,
  ReplyOf,
} from '@winnow/contract'

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
      blindRules: [],
      missingHolidays: [],
      analysisIdle: false,
      service: [],
    },
    ...overrides,
  }
}

/** The health of 40 cameras that all work, changed by the overrides. */
export function buildHealth(overrides: Partial<ReplyOf<typeof getCameraHealth>> = {}): ReplyOf<typeof getCameraHealth> {
  return { now: '2026-11-21T02:30:00.000Z', watched: 40, failing: 0, silent: 0, noisy: 0, pictureless: 0, ...overrides }
}

/** A company that has done all of its first steps, changed by the overrides. */
export function buildFirstSteps(overrides: Partial<ReplyOf<typeof getFirstSteps>> = {}): ReplyOf<typeof getFirstSteps> {
  const id = '01900000-0000-7000-8000-000000000077'
  return { projectId: id, siteId: id, viewId: id, alarm: true, receiver: true, colleague: true, ...overrides }
}

type Figures = ReplyOf<typeof getHomeFigures>
type Totals = Figures['total']

const proportion = (count: number, of: number, low: number, high: number) => ({
  share: count / of,
  low,
  high,
  count,
  of,
})

/** The counts of a busy night with a good filter, changed by the overrides. */
export const buildTotals = (overrides: Partial<Totals> = {}): Totals => ({
  received: 1220,
  filtered: 1121,
  passed: 80,
  unverified: 3,
  waiting: 6,
  outside: 10,
  labelled: { true: 62, false: 40 },
  reduction: proportion(1121, 1201, 0.917, 0.947),
  recall: proportion(61, 62, 0.913, 0.9996),
  falseFiltered: proportion(38, 40, 0.83, 0.994),
  ...overrides,
})

const NOTHING = { received: 0, filtered: 0, passed: 0, unverified: 0, waiting: 0, outside: 0 }

/** The figures of Home after a busy night, changed by the overrides. */
export function buildFigures(overrides: Partial<Figures> = {}): Figures {
  const hours = Array.from({ length: 24 }, (_, n) => ({
    ...NOTHING,
    at: new Date(Date.parse('2026-11-20T02:30:00.000Z') + n * 3_600_000).toISOString(),
  }))
  const series = hours.map((hour, n) =>
    n === 20 ? { ...hour, received: 30, filtered: 25, passed: 4, unverified: 1 } : hour,
  )
  return {
    since: '2026-11-20T02:30:00.000Z',
    till: '2026-11-21T02:30:00.000Z',
    timezone: 'Europe/London',
    step: 'hour',
    total: buildTotals(),
    before: {
      ...buildTotals({ received: 1300, passed: 80, filtered: 1200 }),
      since: '2026-11-13T02:30:00.000Z',
      till: '2026-11-14T02:30:00.000Z',
    },
    series,
    late: { count: 0, oldest: null },
    ...overrides,
  }
}

/** The figures of a window without alarms. */
export const buildNoFigures = (): Figures => {
  const none = { ...NOTHING, labelled: { true: 0, false: 0 }, reduction: null, recall: null, falseFiltered: null }
  const { since, till } = buildFigures().before
  return buildFigures({ total: none, before: { ...none, since, till }, series: [] })
}

type Ranking = ReplyOf<typeof getHomeRanking>

/** One site and one camera in each ranking. */
export function buildRanking(overrides: Partial<Ranking> = {}): Ranking {
  const id = (n: number) => `01900000-0000-7000-8000-0000000008${n}`
  const row = (n: number, count: number, before: number) => ({
    id: id(n),
    name: `Yard ${n}`,
    projectId: id(90),
    projectName: 'Harbour',
    count,
    before,
  })
  const place = { siteId: id(91), siteName: 'Depot' }
  return {
    since: '2026-11-20T02:30:00.000Z',
    till: '2026-11-21T02:30:00.000Z',
    timezone: 'Europe/London',
    sites: { alarming: [row(10, 400, 300)], true: [row(11, 7, 9)], false: [] },
    views: {
      alarming: [{ ...row(20, 90, 90), ...place }],
      true: [{ ...row(21, 5, 0), ...place }],
      false: [{ ...row(22, 3, 4), ...place }],
    },
    preparing: null,
    ...overrides,
  }
}

/** Labels of which no alarm has two, changed by the overrides. */
export function buildAgreement(
  overrides: Partial<ReplyOf<typeof getLabelAgreement>> = {},
): ReplyOf<typeof getLabelAgreement> {
  return {
    since: '2026-08-23T02:30:00.000Z',
    till: '2026-11-21T02:30:00.000Z',
    bothTrue: 0,
    bothFalse: 0,
    companyTrue: 0,
    supervisorTrue: 0,
    share: null,
    kappa: null,
    latest: null,
    ...overrides,
  }
}
