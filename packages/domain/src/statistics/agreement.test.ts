import { describe, expect, test } from 'vitest'
import { agreementOf, type LabelPairs } from './agreement.ts'

const pairs = (bothTrue: number, bothFalse: number, firstTrue: number, secondTrue: number): LabelPairs => ({
  bothTrue,
  bothFalse,
  firstTrue,
  secondTrue,
})

describe('agreement', () => {
  // The second example is that of textbooks: 20 and 15 of 50 equal, kappa 0.4.
  test.each<[string, LabelPairs, number, number | null]>([
    ['all labels are equal', pairs(10, 10, 0, 0), 1, 1],
    ['most are', pairs(20, 15, 5, 10), 0.7, 0.4],
    ['none is', pairs(0, 0, 10, 10), 0, -1],
    ['as by chance', pairs(25, 25, 25, 25), 0.5, 0],
    ['as by chance, with few true alarms', pairs(1, 81, 9, 9), 0.82, 0],
    ['both said true always', pairs(8, 0, 0, 0), 1, null],
    ['both said false always', pairs(0, 8, 0, 0), 1, null],
    ['one said true always', pairs(6, 0, 2, 0), 0.75, 0],
    ['one pair that differs', pairs(0, 0, 1, 0), 0, 0],
    ['the roles are exchanged', pairs(20, 15, 10, 5), 0.7, 0.4],
  ])('%s', (_case, labels, share, kappa) => {
    const found = agreementOf(labels)
    expect(found?.share.share).toBeCloseTo(share)
    if (kappa === null) expect(found?.kappa).toBeNull()
    else expect(found?.kappa).toBeCloseTo(kappa)
  })

  test('has the interval of its share, and none without a pair', () => {
    expect(agreementOf(pairs(20, 15, 5, 10))?.share).toMatchObject({ count: 35, of: 50 })
    expect(agreementOf(pairs(20, 15, 5, 10))?.share.low).toBeCloseTo(0.5539, 3)
    expect(agreementOf(pairs(0, 0, 0, 0))).toBeNull()
  })

  test('never has a kappa above its share, nor outside −1 to 1', () => {
    for (let a = 0; a <= 4; a += 1)
      for (let b = 0; b <= 4; b += 1)
        for (let c = 0; c <= 4; c += 1)
          for (let d = 0; d <= 4; d += 1) {
            const found = agreementOf(pairs(a, b, c, d))
            if (!found || found.kappa === null) continue
            expect(found.kappa).toBeLessThanOrEqual(found.share.share + 1e-12)
            expect(found.kappa).toBeGreaterThanOrEqual(-1 - 1e-12)
          }
  })
})
