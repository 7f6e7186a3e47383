import { describe, expect, test } from 'vitest'
import { createDraw, foldsOf, judgeNested, learnOn, type Case, type Recipe } from './nested.ts'
import { nestedCurve, shareByCamera, sharesOf } from './nested-figures.ts'

const AIMS = [0.95, 0.98] as const
const OPTIONS = { aims: AIMS, innerFolds: 4, seed: 5 }

interface Drawn extends Case {
  score: number
  noise: number[]
}

/** Alarms of 24 cameras; the score of each tells its label by `separation`. */
function drawCases(separation: number, seed = 3, alarms = 192): Drawn[] {
  const draw = createDraw(seed)
  return Array.from({ length: alarms }, (_, index) => {
    const isTrue = draw() < 0.6
    const score = 0.2 + 0.4 * draw() + (isTrue ? separation : 0)
    const noise = Array.from({ length: 20 }, () => 0.1 + 0.8 * draw())
    return { camera: `camera ${index % 24}`, isTrue, isDisturbed: false, score, noise }
  })
}

/** The same alarms with labels that say nothing: those of the alarms in another order. */
function permuted(cases: readonly Drawn[]): Drawn[] {
  const draw = createDraw(11)
  const labels = cases.map(({ isTrue }) => ({ isTrue, at: draw() })).toSorted((a, b) => a.at - b.at)
  return cases.map((one, index) => ({ ...one, isTrue: labels[index]!.isTrue }))
}

const honest: Recipe<Drawn> = {
  name: 'score',
  learn:
    () =>
    ({ score }) =>
      score,
}

/** Learns by heart: knows every alarm of the training, and nothing of others. */
const parrot: Recipe<Drawn> = {
  name: 'parrot',
  learn: (training) => {
    const known = new Map(training.map((one) => [one, one.isTrue ? 0.9 : 0.1]))
    return (one) => known.get(one) ?? 0.5
  },
}

/** Knows the label of each camera that it has learnt from. */
const gossip: Recipe<Drawn> = {
  name: 'gossip',
  learn: (training) => {
    const known = new Map<string, number>()
    for (const { camera, isTrue } of training) known.set(camera, (known.get(camera) ?? 0) + (isTrue ? 1 : -1))
    return ({ camera }) => (known.has(camera) ? 0.5 + 0.01 * known.get(camera)! : 0.5)
  },
}

const noises = Array.from({ length: 20 }, (_, index): Recipe<Drawn> => ({
  name: `noise ${index}`,
  learn:
    () =>
    ({ noise }) =>
      noise[index] ?? 0,
}))

describe('folds of whole cameras', () => {
  test('put each camera into one fold, and as many cameras into each', () => {
    const cameras = drawCases(0.3).map(({ camera }) => camera)
    const folds = foldsOf(cameras, 4, createDraw(1))
    expect(folds.size).toBe(24)
    const counts = [...Map.groupBy(folds.values(), (fold) => fold).values()].map((group) => group.length)
    expect(counts).toEqual([6, 6, 6, 6])
    expect(foldsOf(cameras, 4, createDraw(1))).toEqual(folds)
  })

  test('never learn from a camera that is judged, neither outside nor inside', () => {
    const cases = drawCases(0.3)
    const learnt = new Map<object, Set<string>>()
    const watched: Recipe<Drawn> = {
      name: 'watched',
      learn: (training) => {
        const scorer = (one: Drawn) => {
          if (learnt.get(scorer)?.has(one.camera) === true) shared.push(one.camera)
          return one.score
        }
        learnt.set(scorer, new Set(training.map(({ camera }) => camera)))
        return scorer
      },
    }
    const shared: string[] = []
    const judged = judgeNested(cases, [watched], OPTIONS)
    expect(judged).toHaveLength(cases.length)
    expect(judged.map(({ one }) => one)).toEqual(cases)
    expect(shared).toEqual([])
    // Each of 24 cameras is judged by a recipe that learnt from the 23 others, after 4 inner folds of these.
    expect(learnt.size).toBe(24 * 5)
  })
})

describe('nested judging', () => {
  test('keeps the promised recall on other cameras where scores tell the labels', () => {
    const judged = judgeNested(drawCases(0.5), [honest], OPTIONS)
    for (const [index, aim] of AIMS.entries()) {
      const { recall, reduction } = sharesOf(judged, index)
      expect(recall.hits / recall.of).toBeGreaterThanOrEqual(aim - 0.02)
      expect(reduction.hits / reduction.of).toBeGreaterThan(0.9)
    }
    expect(nestedCurve(judged).area).toBeGreaterThan(0.98)
  })

  test.each([
    ['what is learnt by heart', [parrot]],
    ['what is known of a camera', [gossip]],
    ['the best of twenty chances', noises],
    ['a score without its labels', [honest, ...noises]],
  ])('comes to chance with permuted labels, whatever is tried: %s', (_, recipes) => {
    const judged = judgeNested(permuted(drawCases(0.5)), recipes, OPTIONS)
    const { recall, reduction } = sharesOf(judged, 0)
    // Chance: as many false alarms are filtered as true ones.
    expect(recall.hits / recall.of + reduction.hits / reduction.of).toBeLessThan(1.15)
    expect(nestedCurve(judged).area).toBeLessThan(0.6)
  })

  test('does not take the figure on its own training for the figure', () => {
    const labels = permuted(drawCases(0.5))
    // On its own training the parrot is perfect.
    const by = parrot.learn(labels)
    expect(labels.every((one) => by(one) > 0.5 === one.isTrue)).toBe(true)
    expect(learnOn(labels, [parrot], OPTIONS).merit).toBeLessThan(0.2)
  })

  test('chooses the recipe that is better on other cameras, and the first of equals', () => {
    expect(learnOn(drawCases(0.5), [noises[0]!, honest], OPTIONS).recipe).toBe('score')
    expect(learnOn(drawCases(0.5), [honest, { ...honest, name: 'again' }], OPTIONS).recipe).toBe('score')
  })

  test('passes disturbed alarms, and never one in which nothing counts', () => {
    const cases = drawCases(0.5).map((one, index) => ({
      ...one,
      isDisturbed: index === 0,
      score: index < 2 ? 0 : one.score,
    }))
    const judged = judgeNested(cases, [honest], OPTIONS)
    expect(judged[0]?.isPassed).toEqual([true, true])
    expect(judged[1]?.isPassed).toEqual([false, false])
  })

  test('gives the same figures again', () => {
    const [first, again] = [1, 2].map(() => judgeNested(drawCases(0.2), [honest, ...noises], OPTIONS))
    expect(again).toEqual(first)
    expect(sharesOf(again!, 1)).toEqual(sharesOf(first!, 1))
  })
})

describe('an interval over cameras', () => {
  test('is wider where alarms of a camera are right or wrong together', () => {
    const apart = Array.from({ length: 40 }, (): [number, number] => [4, 5])
    const together = Array.from({ length: 40 }, (_, index): [number, number] => [index % 5 === 0 ? 0 : 5, 5])
    const [narrow, wide] = [shareByCamera(apart), shareByCamera(together)]
    expect(narrow).toMatchObject({ hits: 160, of: 200, low: expect.closeTo(0.739, 2), high: expect.closeTo(0.85, 2) })
    expect(wide.hits).toBe(160)
    expect(wide.low).toBeLessThan(0.7)
    expect(wide.high).toBeGreaterThan(0.87)
    expect(shareByCamera([[78, 78]]).low).toBeLessThan(0.96)
    expect(shareByCamera([])).toEqual({ hits: 0, of: 0, low: 0, high: 1 })
  })
})
