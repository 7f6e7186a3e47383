import { describe, expect, it } from 'vitest'
import { camera, facts, LEFT, outcomeOf, person, rule, standingAt, wearing } from './scene.fixture.ts'

const crowdRule = (change = {}) =>
  rule({ detectionType: 'crowd_forming', detectionMin: 3, detectionPeriod: 30, ...change })
const group = (count: number) =>
  facts(Array.from({ length: count }, (_, at) => person({ box: standingAt(0.1 + at / 10, 0.5) })))

describe('a crowd', () => {
  // Times in seconds with the people then; the outcome is that of the last look.
  it.each([
    [[[0, 3]], 'nothing'],
    [
      [
        [0, 3],
        [30, 3],
      ],
      'nothing',
    ],
    [
      [
        [0, 3],
        [15, 3],
        [30, 3],
      ],
      'hit',
    ],
    [
      [
        [0, 3],
        [15, 3],
        [29, 3],
      ],
      'nothing',
    ],
    [
      [
        [0, 4],
        [15, 3],
        [30, 5],
        [31, 3],
      ],
      'hit',
    ],
    [
      [
        [0, 3],
        [15, 3],
        [30, 2],
      ],
      'nothing',
    ],
    [
      [
        [0, 3],
        [10, 3],
        [20, 2],
        [30, 3],
      ],
      'hit',
    ],
    [
      [
        [0, 3],
        [10, 2],
        [20, 2],
        [30, 3],
        [31, 3],
      ],
      'nothing',
    ],
    [
      [
        [0, 3],
        [70, 3],
        [80, 3],
        [90, 3],
      ],
      'nothing',
    ],
    [
      [
        [0, 3],
        [55, 3],
        [110, 3],
      ],
      'hit',
    ],
  ])('of three for 30 s with looks at %j is: %s · RULES-006', (looks, outcome) => {
    const site = camera(crowdRule())
    const found = looks.map(([at = 0, count = 0]) => site.sees(at, group(count)))
    expect(outcomeOf(found.at(-1) ?? [])).toBe(outcome)
  })

  it('tells how many and for how long, also as an anomaly', () => {
    const anomaly = crowdRule({ detectionType: 'behavioural_anomaly', categories: ['crowd'] })
    for (const [of, category] of [
      [crowdRule(), null],
      [anomaly, 'crowd'],
    ] as const) {
      const site = camera(of)
      site.sees(0, group(3))
      site.sees(20, group(3))
      expect(site.sees(40, group(4))).toMatchObject([{ outcome: 'hit', category, count: 4, seconds: 40 }])
    }
  })

  it('remembers two looks of an alarm at most', () => {
    const site = camera(crowdRule())
    site.sees(0, facts([0, 1, 2, 3, 4].map((frame) => person({ frame }))))
    expect(site.memory.looks.map(({ at }) => at - (site.memory.looks[0]?.at ?? 0))).toEqual([0, 4_000])
  })

  it('begins anew when the zone of its rule is drawn otherwise', () => {
    const at = (x: number) => facts([0, 1, 2].map((n) => person({ box: standingAt(x + n / 10, 0.5) })))
    const right = { name: 'Right', points: LEFT.points.map(([x, y]): [number, number] => [x + 0.5, y]) }
    const site = camera(crowdRule({ zones: [LEFT] }))
    site.sees(0, at(0.1))
    site.sees(15, at(0.1))
    site.edit(crowdRule({ zones: [right] }))
    expect(outcomeOf(site.sees(30, at(0.6)))).toBe('nothing')
    site.sees(45, at(0.6))
    expect(outcomeOf(site.sees(60, at(0.6)))).toBe('hit')
  })

  it('counts the pictures of one alarm as looks', () => {
    const seen = facts(
      [0, 1, 2, 3, 4, 5].flatMap((frame) => [0.1, 0.2, 0.3].map((x) => person({ frame, box: standingAt(x, 0.5) }))),
    )
    expect(outcomeOf(camera(crowdRule({ detectionPeriod: 5 })).sees(0, seen))).toBe('hit')
  })
})

const loiter = (change = {}) => rule({ detectionType: 'loitering', detectionPeriod: 30, zones: [LEFT], ...change })
const somebody = (look: string | undefined, x = 0.25, y = 0.5) =>
  person({ box: standingAt(x, y), ...(look !== undefined && { look }) })
const [red, blue, green] = [wearing(0), wearing(3), wearing(6)]

describe('loitering', () => {
  it('is the same one over the period, across alarms', () => {
    const site = camera(loiter())
    expect(outcomeOf(site.sees(0, facts([somebody(red)])))).toBe('nothing')
    expect(outcomeOf(site.sees(15, facts([somebody(red, 0.3)])))).toBe('nothing')
    expect(outcomeOf(site.sees(29, facts([somebody(red, 0.28)])))).toBe('nothing')
    expect(site.sees(31, facts([somebody(red, 0.27)]))).toMatchObject([
      { outcome: 'hit', seconds: 31, zone: LEFT, boxes: [{ frame: 0, label: 'person' }] },
    ])
  })

  it('is not a stream of people who pass', () => {
    const site = camera(loiter())
    const looks = [red, blue, green, red, blue, green, red, blue]
    const found = looks.map((look, at) => outcomeOf(site.sees(at * 6, facts([somebody(look)]))))
    expect(found).toEqual(looks.map(() => 'nothing'))
  })

  it('is also somebody who stands still, and whose look changes a little', () => {
    const site = camera(loiter())
    const faded = btoa(String.fromCodePoint(170, 14, 10, 12, 10, 10, 10, 10))
    site.sees(0, facts([somebody(red)]))
    site.sees(20, facts([somebody(faded)]))
    expect(outcomeOf(site.sees(40, facts([somebody(red)])))).toBe('hit')
  })

  it('is not what several pictures of each alarm show without any movement, such as a post', () => {
    const outcomes = (...moved: (boolean | null)[]) => {
      const site = camera(loiter())
      const found = moved.map((has, at) => site.sees(at * 16, facts([{ ...somebody(red), moved: has }])))
      return outcomeOf(found.at(-1) ?? [])
    }
    expect(outcomes(false, false, false)).toBe('nothing')
    // Somebody who stood still now and then, and what a single picture cannot tell.
    expect(outcomes(false, true, false)).toBe('hit')
    expect(outcomes(true, false, false)).toBe('hit')
    expect(outcomes(null, null, null)).toBe('hit')
    // A vehicle may stay and be still.
    const parked = camera(loiter({ objectType: 'vehicle' }))
    const car = () => facts([{ ...somebody(red), class: 'vehicle', moved: false }])
    expect([0, 16, 32].map((at) => outcomeOf(parked.sees(at, car())))).toEqual(['nothing', 'nothing', 'hit'])
  })

  it('finds the same one among others, and names them alone', () => {
    const site = camera(loiter())
    for (const at of [0, 10, 20]) site.sees(at, facts([somebody(red), somebody([blue, green][at % 20 ? 0 : 1], 0.4)]))
    const [found] = site.sees(30, facts([somebody(wearing(5), 0.4), somebody(red)]))
    expect(found).toMatchObject({ outcome: 'hit', seconds: 30 })
    expect(found?.boxes.map(({ box }) => box)).toEqual([standingAt(0.25, 0.5)])
  })

  it.each([
    [
      'left the zone in between',
      [
        [0, 0.25],
        [15, 0.75],
        [31, 0.25],
      ],
    ],
    [
      'is outside of the zone now',
      [
        [0, 0.25],
        [15, 0.25],
        [31, 0.75],
      ],
    ],
    [
      'was away for longer than a minute',
      [
        [0, 0.25],
        [70, 0.25],
      ],
    ],
  ])('is not one who %s', (_what, places) => {
    const site = camera(loiter())
    const found = places.map(([at = 0, x = 0]) => site.sees(at, facts([somebody(red, x)])))
    expect(outcomeOf(found.at(-1) ?? [])).toBe('nothing')
  })

  it('is seen on pictures from before the alarm, too', () => {
    const site = camera(loiter())
    const earlier = (): ReturnType<typeof facts> => ({
      ...facts([somebody(red)]),
      pictures: [{ offsetMs: -2_000, width: 1920, height: 1080, seen: true }],
    })
    site.sees(0, earlier())
    expect(outcomeOf(site.sees(31, earlier()))).toBe('hit')
  })

  it('cannot tell without knowing what people look like', () => {
    expect(camera(loiter()).sees(0, facts([somebody(undefined)]))).toMatchObject([
      { outcome: 'not-seen', why: 'looks' },
    ])
    expect(camera(loiter()).sees(0, facts([somebody(undefined, 0.75)]))).toEqual([])
  })

  it('does not count an alarm twice that is analysed again', () => {
    const site = camera(loiter())
    site.sees(0, facts([somebody(red)]), { id: 'one' })
    const things = site.memory.things.length
    site.sees(0, facts([somebody(red)]), { id: 'one' })
    expect(site.memory.things).toHaveLength(things)
  })
})
