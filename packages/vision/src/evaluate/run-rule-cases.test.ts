import { expect, test } from 'vitest'
import type { RuleCase } from './rule-cases.ts'
import { ruleFiguresOf, type RuleResult } from './run-rule-cases.ts'

const result = (task: string, isDrawn: boolean, isHit: boolean, outcome: RuleResult['outcome']): RuleResult => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the figures read these fields only
  case: { id: `${task} ${isDrawn}`, task, isDrawn, isHit } as RuleCase,
  outcome,
  boxes: [],
})

test('real and drawn cases are counted apart, and what a rule could not see is no hit', () => {
  const figures = ruleFiguresOf([
    result('lying', true, true, 'hit'),
    result('lying', false, true, 'hit'),
    result('lying', false, true, 'not-seen'),
    result('lying', false, false, 'hit'),
    result('lying', false, false, 'nothing'),
    result('lying', false, false, 'nothing'),
  ])
  expect(
    figures.map(({ isDrawn, recall, falseHits, notSeen }) => [
      isDrawn,
      recall.hits,
      recall.of,
      falseHits.hits,
      falseHits.of,
      notSeen,
    ]),
  ).toEqual([
    [false, 1, 2, 1, 3, 1],
    [true, 1, 1, 0, 0, 0],
  ])
})
