import { describe, expect, it } from 'vitest'
import { needsOf } from './needs.ts'
import { areSignalsClose, readinessOf, type RuleSurroundings } from './readiness.ts'
import { withRules } from './rule-verdict.ts'
import { camera, capability, facts, LEFT, person, rule, standingAt } from './scene.fixture.ts'

describe('the timeout of a rule', () => {
  const held = rule({ detectionMin: 1, detectionTimeout: 50, detectionTimeoutActive: true })
  const minute = 60
  it('holds further hits, counted from the last one that was passed on · RULES-005', () => {
    const site = camera(held)
    const outcomes = [0, 10, 49.9, 50, 60, 99, 101].map((at) => site.sees(at * minute, facts([person()]))[0]?.outcome)
    expect(outcomes).toEqual(['hit', 'held', 'held', 'hit', 'held', 'held', 'hit'])
  })
  it('says until when · RULES-004', () => {
    const site = camera(held)
    expect(site.sees(0, facts([person()]))).toMatchObject([{ outcome: 'hit', heldUntil: '2026-03-02T10:50:00.000Z' }])
    expect(site.sees(600, facts([person()]))).toMatchObject([
      { outcome: 'held', heldUntil: '2026-03-02T10:50:00.000Z' },
    ])
  })
  it('does not hold the same alarm when it is analysed again', () => {
    const site = camera(held)
    for (const at of [0, 0]) expect(site.sees(at, facts([person()]), { id: 'one' })[0]?.outcome).toBe('hit')
  })
  it('holds nothing where it is off, of another category, or of another plate', () => {
    const off = camera({ ...held, detectionTimeoutActive: false })
    for (const at of [0, 5]) expect(off.sees(at, facts([person()]))[0]?.outcome).toBe('hit')
    const both = camera({ ...held, detectionType: 'hazard', categories: ['smoke_fire', 'broken_window'] })
    const seen = (of: 'fire' | 'glass') =>
      facts([], {
        frames: 1,
        capabilities: (['fire', 'glass'] as const).map((each) =>
          capability(each, each === of ? [{ frame: 0, label: of, score: 0.9, box: standingAt(0.5, 0.5) }] : []),
        ),
      })
    expect([seen('fire'), seen('glass'), seen('fire')].map((each, at) => both.sees(at, each)[0]?.outcome)).toEqual([
      'hit',
      'hit',
      'held',
    ])
    const plates = camera({ ...held, detectionType: 'licence_plate' })
    const read = (text: string) =>
      facts([], { frames: 1, plates: { plates: [{ text, isSure: true, frame: 0 }], isComplete: true } })
    expect(['AB12', 'XY34', 'A812'].map((text, at) => plates.sees(at, read(text))[0]?.outcome)).toEqual([
      'hit',
      'hit',
      'held',
    ])
    expect(JSON.stringify(plates.memory)).not.toContain('AB12')
  })
})

describe('the verdict with rules', () => {
  const [hit] = camera(rule({ detectionMin: 1 })).sees(0, facts([person()]))
  const finding = (outcome: 'hit' | 'held' | 'not-seen' | 'too-small') => (hit ? [{ ...hit, outcome }] : [])
  const filter = (verdict: 'true' | 'false' | 'unverified') => ({ verdict, reasons: [{ code: 'filter' }] })
  it.each([
    // of the filter, objects count, findings, rules, verdict
    ['false', true, [], 1, 'false', ['filter']],
    ['true', true, [], 1, 'true', ['filter']],
    ['unverified', true, [], 1, 'unverified', ['filter']],
    ['false', true, finding('hit'), 1, 'true', ['rule-hit', 'filter']],
    ['unverified', true, finding('hit'), 1, 'true', ['rule-hit', 'filter']],
    ['false', true, finding('held'), 1, 'false', ['rule-held', 'filter']],
    ['true', true, finding('held'), 1, 'true', ['filter', 'rule-held']],
    ['false', true, [...finding('held'), ...finding('hit')], 2, 'true', ['rule-hit', 'rule-held', 'filter']],
    ['false', true, finding('not-seen'), 1, 'unverified', ['rule-not-seen', 'filter']],
    ['true', true, finding('not-seen'), 1, 'true', ['filter', 'rule-not-seen']],
    ['false', true, finding('too-small'), 1, 'false', ['rule-too-small', 'filter']],
    ['true', false, [], 1, 'false', ['no-rule-hit', 'filter']],
    ['true', false, finding('hit'), 1, 'true', ['rule-hit', 'filter']],
    ['true', false, finding('held'), 1, 'false', ['rule-held', 'no-rule-hit', 'filter']],
    ['true', false, finding('not-seen'), 1, 'unverified', ['rule-not-seen', 'filter']],
    ['unverified', false, [], 1, 'unverified', ['filter']],
    ['true', false, [], 0, 'unverified', ['no-ready-rule', 'filter']],
    ['false', false, [], 0, 'unverified', ['no-ready-rule', 'filter']],
  ] as const)(
    '%s (objects count: %s) with %j of %d rules is %s',
    (verdict, countsObjects, findings, rules, expected, codes) => {
      const judged = withRules(filter(verdict), { findings, countsObjects, rules })
      expect([judged.verdict, judged.reasons.map(({ code }) => code)]).toEqual([expected, codes])
    },
  )
  it('names the rule and its type in its reason', () => {
    const { reasons } = withRules(filter('false'), { findings: finding('hit'), countsObjects: true, rules: 1 })
    expect(reasons[0]).toEqual({ code: 'rule-hit', params: { rule: 'Rule', ruleId: 'rule', type: 'count', frame: 0 } })
  })
})

describe('whether a rule is ready', () => {
  const flags = {
    isForensicUnlocked: false,
    isAdvancedAlarmUnlocked: true,
    isTamperingUnlocked: false,
    isVehicleWatchlistEnabled: false,
    isRtspEnabled: false,
    isRtspEmailHybridEnabled: false,
    isPelcoEnabled: false,
    isLPRUnlocked: false,
    isPPEUnlocked: true,
    isHazardUnlocked: true,
    isSafetyComplianceUnlocked: true,
    isBehaviouralAnomalyUnlocked: true,
    isTamperingPtzUnlocked: false,
  }
  const around: RuleSurroundings = { flags, capabilities: new Set(), signals: [], hasSchedule: true, hasList: true }
  const apart = Array.from({ length: 200 }, (_, at) => at * 180_000)
  const close = Array.from({ length: 200 }, (_, at) => at * 10_000)
  it.each([
    [{ detectionType: 'count' }, {}, 'ready'],
    [{ detectionType: 'count' }, { flags: { ...flags, isAdvancedAlarmUnlocked: false } }, 'locked feature'],
    [{ detectionType: 'licence_plate' }, {}, 'locked feature'],
    [{ detectionType: 'watch_list' }, { flags: { ...flags, isVehicleWatchlistEnabled: true } }, 'ready'],
    [{ detectionType: 'ppe' }, {}, 'needs-detector detector'],
    [{ detectionType: 'ppe' }, { capabilities: new Set(['ppe'] as const) }, 'ready'],
    [{ detectionType: 'ppe' }, { flags: { ...flags, isPPEUnlocked: false } }, 'locked feature'],
    [{ detectionType: 'hazard', categories: ['obstructed_door'] }, {}, 'ready'],
    [{ detectionType: 'hazard', categories: ['obstructed_door', 'smoke_fire'] }, {}, 'needs-detector detector'],
    [{ detectionType: 'safety_compliance', categories: ['lying', 'falling'] }, {}, 'ready'],
    [{ detectionType: 'safety_compliance', categories: ['baggage'] }, {}, 'needs-detector detector'],
    [
      { detectionType: 'safety_compliance', categories: ['baggage'] },
      { capabilities: new Set(['bag'] as const) },
      'ready',
    ],
    [{ detectionType: 'behavioural_anomaly', categories: ['crowd', 'climbing'] }, {}, 'ready'],
    [{ detectionType: 'behavioural_anomaly', categories: ['aggressive'] }, {}, 'needs-detector detector'],
    [{ detectionType: 'count' }, { hasSchedule: false }, 'cannot-here schedule-deleted'],
    [{ detectionType: 'count' }, { hasList: false }, 'cannot-here list-deleted'],
    [{ detectionType: 'loitering', detectionPeriod: 30 }, { signals: apart }, 'cannot-here signals-apart'],
    [{ detectionType: 'loitering', detectionPeriod: 30 }, { signals: apart.slice(0, 10) }, 'ready'],
    [{ detectionType: 'loitering', detectionPeriod: 30 }, { signals: close }, 'ready'],
    [{ detectionType: 'crowd_forming', detectionPeriod: 30 }, { signals: apart }, 'ready'],
  ] as const)('%j with %j: %s · GATING-002', (of, change, expected) => {
    const found = readinessOf(rule(of), { ...around, ...change })
    expect(found.state === 'ready' ? found.state : `${found.state} ${found.obstacle}`).toBe(expected)
  })
  it('takes bursts for no series of signals, unless they last for the period', () => {
    const bursts = (seconds: number) =>
      Array.from({ length: 40 }, (_, at) =>
        Array.from({ length: seconds }, (__, part) => at * 600_000 + part * 1_000),
      ).flat()
    expect(areSignalsClose(bursts(3), 30_000)).toBe(false)
    expect(areSignalsClose(bursts(31), 30_000)).toBe(true)
  })
})

describe('what rules ask of the analysis', () => {
  it('is nothing without rules, and all that any of them needs', () => {
    expect(needsOf([])).toBeUndefined()
    expect(needsOf([rule()])).toEqual({ looks: false, postures: false, plates: false, zones: [], capabilities: [] })
    expect(
      needsOf([
        rule({ detectionType: 'loitering' }),
        rule({ detectionType: 'licence_plate' }),
        rule({ id: 'door', detectionType: 'hazard', categories: ['obstructed_door', 'smoke_fire'], zones: [LEFT] }),
        rule({ detectionType: 'safety_compliance', categories: ['falling', 'baggage'] }),
      ]),
    ).toEqual({
      looks: true,
      postures: true,
      plates: true,
      zones: [{ id: 'door/0', points: LEFT.points }],
      capabilities: ['fire'],
    })
  })
})
