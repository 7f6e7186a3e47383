import { describe, expect, it } from 'vitest'
import { camera, capability, facts, LEFT, outcomeOf, person, RIGHT, rule, standingAt } from './scene.fixture.ts'

const hazard = (category: 'smoke_fire' | 'broken_window') => rule({ detectionType: 'hazard', categories: [category] })
const flame = (frame = 0, score = 0.8, x = 0.25) => ({ frame, label: 'fire', score, box: standingAt(x, 0.5) })

describe('a hazard that a detector sees', () => {
  it.each([
    ['on all pictures', [flame(0), flame(1)], {}, 'hit'],
    ['on one of three', [flame(0)], { frames: 3 }, 'nothing'],
    ['weakly', [flame(0, 0.4)], {}, 'nothing'],
    ['nothing', [], {}, 'nothing'],
  ] as const)('%s', (_what, sightings, change, outcome) => {
    const seen = facts([], { frames: 2, ...change, capabilities: [capability('fire', [...sightings])] })
    expect(outcomeOf(camera(hazard('smoke_fire')).sees(0, seen))).toBe(outcome)
  })
  it('is not seen without a detector that looked', () => {
    const missing = [{ outcome: 'not-seen', why: 'detector', category: 'smoke_fire' }]
    expect(camera(hazard('smoke_fire')).sees(0, facts([], { frames: 1 }))).toMatchObject(missing)
    const failed = facts([], { frames: 1, capabilities: [capability('fire', [], { looked: false })] })
    expect(camera(hazard('smoke_fire')).sees(0, failed)).toMatchObject(missing)
  })
  it('is seen although time ran out after it, and nothing is ruled out', () => {
    const late = (sightings: ReturnType<typeof flame>[]) =>
      facts([], { frames: 4, capabilities: [capability('fire', sightings, { looked: false })] })
    expect(outcomeOf(camera(hazard('smoke_fire')).sees(0, late([flame(0), flame(1)])))).toBe('hit')
    expect(outcomeOf(camera(hazard('smoke_fire')).sees(0, late([flame(0)])))).toBe('not-seen')
  })
  it('belongs to its own detector, and to its zone', () => {
    const seen = facts([], { frames: 1, capabilities: [capability('fire', [flame()]), capability('glass', [])] })
    expect(outcomeOf(camera(hazard('broken_window')).sees(0, seen))).toBe('nothing')
    const zoned = { ...hazard('smoke_fire'), zones: [LEFT] }
    expect(outcomeOf(camera(zoned).sees(0, seen))).toBe('hit')
    const right = facts([], { frames: 1, capabilities: [capability('fire', [flame(0, 0.8, 0.8)])] })
    expect(outcomeOf(camera(zoned).sees(0, right))).toBe('nothing')
  })
  it('has a finding for each category of a rule', () => {
    const both = rule({ detectionType: 'hazard', categories: ['smoke_fire', 'broken_window'] })
    const seen = facts([], { frames: 1, capabilities: [capability('fire', [flame()])] })
    expect(
      camera(both)
        .sees(0, seen)
        .map(({ category, outcome }) => [category, outcome]),
    ).toEqual([
      ['smoke_fire', 'hit'],
      ['broken_window', 'not-seen'],
    ])
  })
})

describe('an obstructed door', () => {
  const door = { ...LEFT, name: 'Door' }
  const watch = rule({ detectionType: 'hazard', categories: ['obstructed_door'], zones: [door], detectionPeriod: 30 })
  const look = (differs: boolean | null) => facts([], { frames: 1, zones: [{ id: 'rule/0', differs }] })
  it.each([
    [
      [
        [0, true],
        [31, true],
      ],
      'hit',
    ],
    [
      [
        [0, true],
        [29, true],
      ],
      'nothing',
    ],
    [[[0, true]], 'nothing'],
    [
      [
        [0, true],
        [20, false],
        [31, true],
      ],
      'nothing',
    ],
    [
      [
        [0, true],
        [20, null],
        [31, true],
      ],
      'hit',
    ],
    [
      [
        [0, true],
        [31, false],
      ],
      'nothing',
    ],
    [
      [
        [0, true],
        [31, null],
      ],
      'not-seen',
    ],
    [
      [
        [0, true],
        [4000, true],
      ],
      'nothing',
    ],
  ] as const)('of 30 s at %j is: %s', (looks, outcome) => {
    const site = camera(watch)
    const found = looks.map(([at, differs]) => site.sees(at, look(differs)))
    expect(outcomeOf(found.at(-1) ?? [])).toBe(outcome)
  })
  it.each(['inside', 'outside', 'any'] as const)(
    'is each of several zones alone, with the condition %s',
    (condition) => {
      const site = camera({ ...watch, zones: [door, { ...RIGHT, name: 'Gate' }], detectionCondition: condition })
      const gate = facts([], {
        zones: [
          { id: 'rule/0', differs: false },
          { id: 'rule/1', differs: true },
        ],
      })
      site.sees(0, gate)
      expect(site.sees(40, gate)).toMatchObject([{ outcome: 'hit', zone: { name: 'Gate' } }])
    },
  )
  it('names its zone', () => {
    const site = camera(watch)
    site.sees(0, look(true))
    expect(site.sees(40, look(true))).toMatchObject([
      { zone: door, seconds: 40, boxes: [{ box: { x: 0, y: 0, width: 0.5, height: 1 }, label: 'Door' }] },
    ])
  })
})

describe('protective equipment', () => {
  const helmets = rule({ detectionType: 'ppe', meta: { items: ['helmet'] } })
  // 0.3 of 1080 pixels is a head of 46 pixels, 0.2 one of 31.
  const [near, far] = [standingAt(0.25, 0.6, 0.3), standingAt(0.25, 0.6, 0.2)]
  const on = (box: { x: number; y: number; width: number; height: number }, label: string, pixels = 50) => ({
    frame: 0,
    label,
    score: 0.8,
    box: { x: box.x + box.width / 4, y: box.y, width: box.width / 2, height: pixels / 1080 },
  })
  const [wears, knowsHeads] = [
    ['helmet', 'vest'],
    ['helmet', 'no_helmet'],
  ]
  it.each([
    ['without helmet', near, [], wears, 'hit'],
    ['with helmet', near, [on(near, 'Helmet')], wears, 'nothing'],
    ['with a vest alone', near, [on(near, 'vest')], wears, 'hit'],
    ['too small to tell', far, [], wears, 'too-small'],
    ['with a bare head', near, [on(near, 'No_Helmet')], knowsHeads, 'hit'],
    ['with a bare head that is too small', near, [on(near, 'no-helmet', 30)], knowsHeads, 'too-small'],
    ['of whose head a detector of bare heads says nothing', near, [], knowsHeads, 'nothing'],
    ['whom the detector cannot judge', near, [], ['vest'], 'not-seen'],
  ] as const)('of somebody %s: %s', (_what, box, sightings, labels, outcome) => {
    const seen = facts([person({ box })], {
      capabilities: [capability('ppe', [...sightings], { labels: [...labels] })],
    })
    expect(outcomeOf(camera(helmets).sees(0, seen))).toBe(outcome)
  })
  it.each([
    // What nobody looked at does not miss a helmet.
    ['without helmet', [], wears, 'not-seen'],
    ['with a bare head', [on(near, 'no-helmet')], knowsHeads, 'hit'],
    ['with a bare head that is too small', [on(near, 'no-helmet', 30)], knowsHeads, 'not-seen'],
  ] as const)('of somebody %s where time ran out: %s', (_what, sightings, labels, outcome) => {
    const seen = facts([person({ box: near })], {
      capabilities: [capability('ppe', [...sightings], { labels: [...labels], looked: false })],
    })
    expect(outcomeOf(camera(helmets).sees(0, seen))).toBe(outcome)
  })
  it('is asked for all items', () => {
    const both = rule({ detectionType: 'ppe', meta: { items: ['helmet', 'vest'] } })
    const seen = facts([person({ box: near })], {
      capabilities: [capability('ppe', [on(near, 'helmet')], { labels: ['helmet', 'vest'] })],
    })
    expect(camera(both).sees(0, seen)).toMatchObject([{ outcome: 'hit', boxes: [{ label: 'no-vest' }] }])
  })
  it('sees a bare head of whom nobody saw the body', () => {
    const seen = facts([], {
      frames: 1,
      capabilities: [capability('ppe', [on(near, 'head')], { labels: ['head', 'helmet'] })],
    })
    expect(outcomeOf(camera(helmets).sees(0, seen))).toBe('hit')
  })
})
