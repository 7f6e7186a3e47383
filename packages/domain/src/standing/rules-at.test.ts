import { describe, expect, it } from 'vitest'
import { rulesAt, rulesThroughout } from './rules-at.ts'
import { decideAt, readStandingFacts, type StandingFacts } from './standing.ts'

// Monday, 12:30 in London.
const NOW = new Date('2026-01-12T12:30:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const windows = (...edges: [number, number][]) => ({
  weekly: edges.map(([start, end]) => [1, start, end]),
  special: [],
  days: [],
})
// Open from 12:00 to 13:00, and from 13:00 to 14:00.
const open = windows([720, 780])
const closed = windows([780, 840])
const RULES = { zone: 'Europe/London', windows: { helmets: open, intruders: closed } }

const CAMERA = {
  always: {},
  counts: { schedule: { zone: 'Europe/London', windows: open } },
  outside: { schedule: { zone: 'Europe/London', windows: closed } },
  disarmed: {
    schedule: {
      zone: 'Europe/London',
      deviceType: 2,
      arming: { state: 'disarmed', changedAt: at(-60).toISOString(), endsAt: at(90).toISOString() },
    },
  },
  paused: { view: { pausedUntil: at(600).toISOString() }, schedule: { zone: 'Europe/London', windows: open } },
  inactive: { site: { active: false } },
  'no product': { view: { products: [] } },
}

const facts = (camera: keyof typeof CAMERA, rules: unknown = RULES): StandingFacts =>
  readStandingFacts({ ...CAMERA[camera], rules })

describe('a rule with a schedule of its own', () => {
  // Typed by hand: state of the camera, rules that ask for analysis, rules that rest, when that changes.
  it.each([
    ['always', 'counts', 'helmets', 'intruders', '13:00'],
    ['counts', 'counts', 'helmets', 'intruders', '13:00'],
    ['outside', 'outside', 'helmets', 'intruders', '13:00'],
    ['disarmed', 'outside', 'helmets', 'intruders', '13:00'],
    ['paused', 'outside', '', 'helmets,intruders', '22:30'],
    ['inactive', 'outside', '', 'helmets,intruders', '-'],
    ['no product', 'outside', '', 'helmets,intruders', '-'],
  ] as const)('looks by its own time, where the camera is: %s', (camera, state, asking, resting, until) => {
    const found = rulesAt(facts(camera), NOW)
    expect([found.asking.join(), found.resting.join(), found.until?.toISOString().slice(11, 16) ?? '-']).toEqual([
      asking,
      resting,
      until,
    ])
    // The camera counts or not, whatever its rules say.
    const alone = decideAt(facts(camera, null), NOW)
    expect(decideAt(facts(camera), NOW)).toEqual(alone)
    expect(alone.counts ? 'counts' : 'outside').toBe(state)
  })

  it.each([
    ['cannot be read', { zone: 'Europe/London', windows: { helmets: { weekly: 'all' } } }],
    ['is gone', { zone: 'Europe/London', windows: { helmets: null } }],
    ['has a zone that nobody knows', { zone: 'Mars/Olympus', windows: { helmets: closed } }],
  ])('looks in doubt: its schedule %s', (_what, rules) => {
    expect(rulesAt(facts('outside', rules), NOW)).toEqual({ asking: ['helmets'], resting: [], until: null })
  })

  it('is none where nothing, or no list, was stored', () => {
    for (const rules of [null, 5, {}, { zone: 'UTC', windows: 'all' }])
      expect(rulesAt(facts('outside', rules), NOW)).toEqual({ asking: [], resting: [], until: null })
  })

  it.each([
    [true, 'within one window', 'outside', 0, 29.9],
    [true, 'whatever comes first', 'outside', 29.9, 0],
    [false, 'over the end of a window', 'outside', 0, 30],
    [false, 'into a window', 'always', 29, 31],
    [false, 'over the end of a pause', 'paused', 590, 610],
    [true, 'while somebody switched the camera off', 'inactive', 0, 60],
  ] as const)('(the same: %s) looks or rests throughout: %s', (expected, _what, camera, from, to) => {
    expect(rulesThroughout(facts(camera), at(from), at(to))).toBe(expected)
  })
})
