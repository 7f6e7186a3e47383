import { describe, expect, it } from 'vitest'
import { camera, facts, LEFT, outcomeOf, person, RIGHT, rule, standingAt } from './scene.fixture.ts'

const people = (...perFrame: number[]) =>
  facts(
    perFrame.flatMap((count, frame) =>
      Array.from({ length: count }, (_, at) => person({ frame, box: standingAt(0.1 + at / 12, 0.5) })),
    ),
    { frames: perFrame.length },
  )

describe('a count', () => {
  it.each([
    // min, max, people per picture, outcome
    [1, null, [0], 'nothing'],
    [1, null, [1], 'hit'],
    [3, null, [3, 3, 3], 'hit'],
    [3, null, [3, 2, 3], 'hit'],
    [3, null, [3, 2, 2], 'nothing'],
    [3, null, [2, 2, 2], 'nothing'],
    [1, null, [0, 0, 1], 'nothing'],
    [1, null, [0, 1, 1], 'hit'],
    [1, null, [0, 1, 0, 0, 0, 1], 'hit'],
    [1, null, [0, 0, 0, 0, 0, 0, 0, 1, 1], 'nothing'],
    [1, 2, [2, 2, 2], 'hit'],
    [1, 2, [3, 3, 3], 'nothing'],
    [1, 2, [3, 2, 3], 'nothing'],
    [null, 0, [0, 0, 0], 'hit'],
    [null, 0, [0, 1, 1], 'nothing'],
    [2, 2, [2], 'hit'],
  ])('of %j to %j with %j people on the pictures is: %s · RULES-011', (detectionMin, detectionMax, counts, outcome) => {
    expect(outcomeOf(camera(rule({ detectionMin, detectionMax })).sees(0, people(...counts)))).toBe(outcome)
  })

  it('tells how many there were, and where', () => {
    const [found] = camera(rule({ detectionMin: 2 })).sees(0, people(2, 3))
    expect(found).toMatchObject({ outcome: 'hit', count: 3, zone: null, type: 'count' })
    expect(found?.boxes).toHaveLength(5)
  })

  it.each([
    ['a weak guess', { score: 0.3 }],
    ['somebody who is masked', { masked: true }],
    ['a statue', { static: true }],
    ['another class', { class: 'vehicle' }],
  ])('leaves out %s', (_what, change) => {
    expect(outcomeOf(camera(rule({ detectionMin: 1 })).sees(0, facts([person(change)])))).toBe('nothing')
  })

  it('counts parked vehicles', () => {
    const parked = facts([person({ class: 'vehicle', static: true, moved: false })])
    expect(outcomeOf(camera(rule({ detectionMin: 1, objectType: 'vehicle' })).sees(0, parked))).toBe('hit')
  })

  it('could not look where pictures are missing, unless it found enough', () => {
    const lost = { isComplete: false }
    expect(camera(rule({ detectionMin: 1 })).sees(0, facts([], { ...lost, frames: 2 }))).toMatchObject([
      { outcome: 'not-seen', why: 'pictures', boxes: [] },
    ])
    expect(outcomeOf(camera(rule({ detectionMin: 1 })).sees(0, facts([person()], lost)))).toBe('hit')
    expect(outcomeOf(camera(rule({ detectionMax: 3 })).sees(0, facts([person()], lost)))).toBe('not-seen')
    expect(outcomeOf(camera(rule({ detectionMin: 1 })).sees(0, facts([], { frames: 0 })))).toBe('not-seen')
  })
})

describe('zones', () => {
  const [left, right] = [standingAt(0.25, 0.5), standingAt(0.75, 0.5)]
  it.each([
    // condition, boxes, outcome
    ['inside', [left], 'hit'],
    ['outside', [left], 'nothing'],
    ['outside', [right], 'hit'],
    ['any', [left], 'hit'],
    ['inside', [right], 'nothing'],
  ] as const)('with one zone, %s: %j is %s', (detectionCondition, boxes, outcome) => {
    const seen = facts(boxes.map((box) => person({ box })))
    const found = camera(rule({ detectionMin: 1, zones: [LEFT], detectionCondition })).sees(0, seen)
    expect(outcomeOf(found)).toBe(outcome)
  })

  it.each([
    ['inside', [left, right], 'hit'],
    ['any', [left, right], 'nothing'],
    ['all', [left, right], 'nothing'],
    ['any', [left, left], 'hit'],
    ['all', [left, left], 'nothing'],
    ['all', [left, left, right, right], 'hit'],
    ['outside', [left, right], 'nothing'],
  ] as const)('with two zones and at least two people, %s: %j is %s', (detectionCondition, boxes, outcome) => {
    const seen = facts(boxes.map((box) => person({ box })))
    const found = camera(rule({ detectionMin: 2, zones: [LEFT, RIGHT], detectionCondition })).sees(0, seen)
    expect(outcomeOf(found)).toBe(outcome)
  })

  it('are judged by the foot point, not by the box', () => {
    // The box is mostly in the left half, its middle is in the right one.
    const seen = facts([person({ box: { x: 0.3, y: 0.1, width: 0.42, height: 0.4 } })])
    expect(outcomeOf(camera(rule({ detectionMin: 1, zones: [LEFT] })).sees(0, seen))).toBe('nothing')
    expect(camera(rule({ detectionMin: 1, zones: [RIGHT] })).sees(0, seen)).toMatchObject([{ zone: RIGHT }])
  })

  it('hold who stands in them, not who is seen before them', () => {
    const from = (top: number, bottom: number) => ({
      ...LEFT,
      points: LEFT.points.map(([x, y]): [number, number] => [x, y === 0 ? top : bottom]),
    })
    // From 0.2 to 0.6 of the height: the middle is at 0.4.
    const seen = facts([person({ box: { x: 0.2, y: 0.2, width: 0.1, height: 0.4 } })])
    const of = (zone: ReturnType<typeof from>) =>
      outcomeOf(camera(rule({ detectionMin: 1, zones: [zone] })).sees(0, seen))
    expect([of(from(0.5, 1)), of(from(0, 0.5))]).toEqual(['hit', 'nothing'])
  })

  it('hold somebody whose feet are below the picture', () => {
    const seen = facts([person({ box: { x: 0.1, y: 0.6, width: 0.2, height: 0.4 } })])
    expect(outcomeOf(camera(rule({ detectionMin: 1, zones: [LEFT] })).sees(0, seen))).toBe('hit')
  })
})
