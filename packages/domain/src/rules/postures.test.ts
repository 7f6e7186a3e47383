import { describe, expect, it } from 'vitest'
import type { Sighting } from './facts.ts'
import { camera, facts, outcomeOf, person, rule, standingAt } from './scene.fixture.ts'

const safety = (category: 'lying' | 'falling' | 'baggage', change = {}) =>
  rule({ detectionType: 'safety_compliance', categories: [category], ...change })
const upright = (change: Partial<Sighting> = {}) => person({ posture: 'upright', ...change })
const lying = (change: Partial<Sighting> = {}) =>
  person({ posture: 'lying', score: 0.3, box: { x: 0.42, y: 0.45, width: 0.16, height: 0.06 }, ...change })

describe('somebody who lies', () => {
  it.each([
    ['on the only picture', [lying()], 1, 'hit'],
    ['on two of three', [lying(), lying({ frame: 2 })], 3, 'hit'],
    ['on one of three', [lying({ frame: 1 })], 3, 'nothing'],
    [
      'at another place on each of three',
      [
        lying(),
        lying({ frame: 1, box: { x: 0.1, y: 0.1, width: 0.16, height: 0.06 } }),
        lying({ frame: 2, box: { x: 0.5, y: 0.48, width: 0.16, height: 0.06 } }),
      ],
      3,
      'nothing',
    ],
    ['masked', [lying({ masked: true })], 1, 'nothing'],
    ['upright', [upright()], 1, 'nothing'],
    ['neither for sure', [person({ posture: 'unknown' })], 1, 'nothing'],
    ['nobody', [], 1, 'nothing'],
    ['nobody looked', [person()], 1, 'not-seen'],
  ] as const)('%s', (_what, people, frames, outcome) => {
    expect(outcomeOf(camera(safety('lying')).sees(0, facts([...people], { frames })))).toBe(outcome)
  })
  it.each(['lying', 'falling'] as const)(
    'is not ruled out where turned pictures were not looked at: %s',
    (category) => {
      for (const people of [[], [upright()]])
        expect(
          camera(safety(category)).sees(0, facts(people, { turned: { frames: [], isComplete: false } })),
        ).toMatchObject([{ outcome: 'not-seen', why: 'postures' }])
      expect(camera(safety(category)).sees(0, facts([], { turned: { frames: [0], isComplete: true } }))).toEqual([])
    },
  )
})

it('somebody lies on two of the six pictures that were turned, of twelve that were looked at', () => {
  const turned = { frames: [0, 2, 4, 6, 8, 10], isComplete: true }
  const on = (frames: number[]) =>
    outcomeOf(
      camera(safety('lying')).sees(
        0,
        facts(
          frames.map((frame) => lying({ frame })),
          { frames: 12, turned },
        ),
      ),
    )
  expect(on([0, 4])).toBe('hit')
  expect(on([4])).toBe('nothing')
})

describe('somebody who falls', () => {
  it('stood and then lies, within one alarm', () => {
    const seen = facts([upright(), lying({ frame: 1 })])
    expect(camera(safety('falling')).sees(0, seen)).toMatchObject([
      { outcome: 'hit', category: 'falling', seconds: 1, boxes: [{ frame: 1 }] },
    ])
  })
  it('stood on an earlier alarm', () => {
    const site = camera(safety('falling'))
    site.sees(0, facts([upright()]))
    expect(outcomeOf(site.sees(20, facts([lying()])))).toBe('hit')
  })
  it.each([
    [
      'lies from the start',
      [
        [0, lying()],
        [20, lying()],
      ],
    ],
    [
      'stood far away',
      [
        [0, upright({ box: standingAt(0.95, 0.9) })],
        [20, lying()],
      ],
    ],
    [
      'stood minutes ago',
      [
        [0, upright()],
        [200, lying()],
      ],
    ],
    [
      'gets up',
      [
        [0, lying()],
        [20, upright()],
      ],
    ],
  ] as const)('is not one who %s', (_what, looks) => {
    const site = camera(safety('falling'))
    const found = looks.map(([at, who]) => site.sees(at, facts([who])))
    expect(outcomeOf(found.at(-1) ?? [])).toBe('nothing')
  })
})

describe('somebody who climbs', () => {
  const face = {
    name: 'Fence',
    points: [
      [0, 0.3],
      [1, 0.3],
      [1, 0.6],
      [0, 0.6],
    ] as [number, number][],
  }
  const climbing = rule({ detectionType: 'behavioural_anomaly', categories: ['climbing'], zones: [face] })
  it.each([
    ['has the feet within the face of the fence', 0.45, 'hit'],
    ['stands before it', 0.7, 'nothing'],
    ['stands behind it, above its edge', 0.25, 'nothing'],
  ])('%s', (_what, y, outcome) => {
    const seen = facts([0, 1, 2].map((frame) => person({ frame, box: standingAt(0.5, y) })))
    expect(outcomeOf(camera(climbing).sees(0, seen))).toBe(outcome)
  })
  it('is not told by one picture of three', () => {
    const seen = facts([person({ frame: 1, box: standingAt(0.5, 0.45) })], { frames: 3 })
    expect(outcomeOf(camera(climbing).sees(0, seen))).toBe('nothing')
  })
})

describe('unattended baggage', () => {
  const bag = (change: Partial<Sighting> = {}): Sighting =>
    person({
      class: 'bag',
      label: 'suitcase',
      moved: false,
      static: true,
      box: standingAt(0.5, 0.5, 0.05, 0.04),
      ...change,
    })
  const owner = (x: number) => person({ box: standingAt(x, 0.5) })
  const left = () => safety('baggage', { detectionPeriod: 60 })
  it.each([
    [
      'whose owner left',
      [
        [0, [bag(), owner(0.52)]],
        [10, [bag()]],
        [75, [bag()]],
      ],
      'hit',
    ],
    [
      'that came to an empty place',
      [
        [0, []],
        [10, [bag()]],
        [75, [bag()]],
      ],
      'hit',
    ],
    [
      'that was left too short a time ago',
      [
        [0, [bag(), owner(0.52)]],
        [10, [bag()]],
        [65, [bag()]],
      ],
      'nothing',
    ],
    [
      'whose owner stands by',
      [
        [0, [bag(), owner(0.52)]],
        [10, [bag(), owner(0.52)]],
        [75, [bag(), owner(0.52)]],
      ],
      'nothing',
    ],
    [
      'whose owner came back',
      [
        [0, [bag(), owner(0.52)]],
        [10, [bag()]],
        [60, [bag(), owner(0.52)]],
        [75, [bag()]],
      ],
      'nothing',
    ],
    [
      'that always stands there',
      [
        [0, [bag()]],
        [10, [bag()]],
        [75, [bag()]],
        [200, [bag()]],
      ],
      'nothing',
    ],
    [
      'that is gone',
      [
        [0, [bag(), owner(0.52)]],
        [10, [bag()]],
        [75, []],
      ],
      'nothing',
    ],
    [
      'that is another one elsewhere',
      [
        [0, []],
        [10, [bag()]],
        [75, [bag({ box: standingAt(0.8, 0.5, 0.05, 0.04) })]],
      ],
      'nothing',
    ],
    [
      'with somebody far away',
      [
        [0, [bag(), owner(0.52)]],
        [10, [bag(), owner(0.9)]],
        [75, [bag(), owner(0.9)]],
      ],
      'hit',
    ],
  ] as const)('is a bag %s: %j → %s', (_what, looks, outcome) => {
    const site = camera(left())
    const found = looks.map(([at, things]) => site.sees(at, facts([...things])))
    expect(outcomeOf(found.at(-1) ?? [])).toBe(outcome)
  })
})
