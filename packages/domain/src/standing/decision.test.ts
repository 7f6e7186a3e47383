import { describe, expect, it } from 'vitest'
import { readSchedule } from '../schedule/schedule.ts'
import { countsThroughout, decideAt, readStandingFacts, type ScheduleFacts, type StandingFacts } from './standing.ts'

// Monday, 12:30 in London.
const NOW = new Date('2026-01-12T12:30:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const open = readSchedule({ weekly: [[1, 720, 780]], special: [], days: [] })
const closed = readSchedule({ weekly: [[1, 780, 840]], special: [], days: [] })
const armed = { state: 'armed', changedAt: at(-60), endsAt: null } as const
const disarmed = { state: 'disarmed', changedAt: at(-60), endsAt: at(90) } as const

type Cell = [
  active: boolean,
  products: number,
  paused: 'site' | 'camera' | '-',
  deviceType: 1 | 2 | null,
  arming: ScheduleFacts['arming'],
  windows: ScheduleFacts['windows'],
  expected: string,
]
const facts = ([active, products, paused, deviceType, arming, windows]: Cell): StandingFacts => ({
  site: { active: true, pausedUntil: paused === 'site' ? at(600) : null },
  view: {
    active,
    products: products === 0 ? [] : ['detect'],
    productsTaken: [],
    pausedUntil: paused === 'camera' ? at(600) : null,
  },
  schedule: { zone: 'Europe/London', deviceType, arming, windows },
})

describe('what decides comes in this order · VIEWS-002 OVERRIDE-002', () => {
  // Typed by hand from the rules; the windows end or begin at 13:00, the disarm ends at 14:00, pauses at 22:30.
  const TABLE: Cell[] = [
    // active, products, pause, type, told, windows → decision, reason, until
    [true, 1, '-', null, null, null, 'counts always -'],
    [true, 1, '-', null, null, open, 'counts schedule 13:00'],
    [true, 1, '-', null, null, closed, 'outside schedule 13:00'],
    [true, 1, '-', 1, null, null, 'counts always -'],
    [true, 1, '-', 1, null, open, 'counts schedule 13:00'],
    [true, 1, '-', 1, null, closed, 'outside schedule 13:00'],
    [true, 1, '-', 1, disarmed, open, 'counts schedule 13:00'],
    [true, 1, '-', 1, disarmed, null, 'counts always -'],
    [true, 1, '-', 2, null, null, 'counts never-told -'],
    [true, 1, '-', 2, null, closed, 'counts never-told -'],
    [true, 1, '-', 2, armed, closed, 'counts armed -'],
    [true, 1, '-', 2, armed, open, 'counts armed -'],
    [true, 1, '-', 2, disarmed, open, 'outside disarmed 14:00'],
    [true, 1, '-', 2, disarmed, null, 'outside disarmed 14:00'],
    [true, 1, '-', null, null, undefined, 'counts unknown -'],
    [true, 1, '-', 1, null, undefined, 'counts unknown -'],
    [true, 1, '-', 2, disarmed, undefined, 'outside disarmed 14:00'],
    [true, 1, 'site', null, null, open, 'outside paused 22:30'],
    [true, 1, 'camera', 1, null, closed, 'outside paused 22:30'],
    [true, 1, 'site', 2, armed, null, 'outside paused 22:30'],
    [true, 1, 'camera', 2, disarmed, null, 'outside paused 22:30'],
    [true, 1, 'camera', 1, null, undefined, 'outside paused 22:30'],
    [true, 0, 'camera', 2, armed, open, 'outside no-product -'],
    [true, 0, '-', 1, null, closed, 'outside no-product -'],
    [false, 1, 'site', 1, null, open, 'outside inactive -'],
    [false, 0, 'camera', 2, disarmed, closed, 'outside inactive -'],
  ]
  it.each(TABLE.map((cell) => [cell[6], cell] as const))('%s', (expected, cell) => {
    const { counts, reason, until } = decideAt(facts(cell), NOW)
    expect(`${counts ? 'counts' : 'outside'} ${reason} ${until?.toISOString().slice(11, 16) ?? '-'}`).toBe(expected)
  })

  it('a camera counts by a zone that nobody knows, and says so', () => {
    const schedule = { zone: 'Mars/Olympus', deviceType: 1, arming: null, windows: closed }
    expect(decideAt({ site: {}, view: {}, schedule }, NOW)).toEqual({ counts: true, reason: 'unknown', until: null })
  })

  it('a disarm from before the clock was set back is over', () => {
    const far = { state: 'disarmed', changedAt: NOW, endsAt: at(40 * 1440) } as const
    expect(decideAt(facts([true, 1, '-', 2, far, null, '']), NOW)).toMatchObject({ counts: true })
  })
})

describe('a camera counts without a break', () => {
  const breaks = (
    windows: ScheduleFacts['windows'],
    deviceType: 1 | 2,
    arming: ScheduleFacts['arming'],
    from: number,
    to: number,
  ) => !countsThroughout(facts([true, 1, '-', deviceType, arming, windows, '']), at(from), at(to))
  const twice = readSchedule({
    weekly: [
      [1, 720, 751],
      [1, 752, 840],
    ],
    special: [],
    days: [],
  })
  it.each([
    [false, 'within one window', twice, 1, null, 0, 0.9],
    [false, 'whatever comes first', twice, 1, null, 0.9, 0],
    [true, 'from one window to the next', twice, 1, null, 0, 3],
    [true, 'from before a window', closed, 1, null, 0, 31],
    [false, 'while armed', null, 2, armed, -59, 10],
    [true, 'from before it was armed', null, 2, armed, -61, 0],
    [true, 'over the end of a disarm', null, 2, disarmed, 80, 100],
  ] as const)('(broken: %s) %s', (expected, _what, windows, type, arming, from, to) => {
    expect(breaks(windows, type, arming, from, to)).toBe(expected)
  })
})

describe('stored facts of a schedule', () => {
  const read = (schedule: unknown) => readStandingFacts({ schedule }).schedule
  it('are read as they were stored', () => {
    expect(
      read({
        zone: 'Europe/London',
        deviceType: 2,
        arming: { state: 'disarmed', changedAt: '2026-01-12T11:30:00Z', endsAt: '2026-01-12T14:00:00Z' },
        windows: { weekly: [[1, 720, 780]], special: [], days: [] },
      }),
    ).toEqual({ zone: 'Europe/London', deviceType: 2, arming: disarmed, windows: open })
  })

  it.each([
    ['windows that cannot be read', { zone: 'UTC', windows: { weekly: 'all' } }, undefined],
    ['no windows', { zone: 'UTC', windows: null }, null],
  ])('tell %s apart', (_what, stored, windows) => {
    expect(read(stored)).toEqual({ zone: 'UTC', deviceType: null, arming: null, windows })
  })

  it('are none where nothing was stored', () => {
    expect(read(undefined)).toBeUndefined()
    expect(read(null)).toBeUndefined()
  })
})
