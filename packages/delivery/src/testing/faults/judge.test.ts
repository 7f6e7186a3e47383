import { expect, it } from 'vitest'
import { judgeArrivals, type OutboxRow } from './judge.ts'

const row = (id: string, more: Partial<OutboxRow> = {}): OutboxRow => ({
  id,
  sequence: null,
  alarmId: 'alarm',
  version: 1,
  state: 'delivered',
  ...more,
})
const both = [row('first'), row('correction', { version: 2 })]

it('a message that comes again under its id is a repeat, and nothing is wrong', () => {
  expect(judgeArrivals(both, ['first', 'first', 'correction'])).toEqual({ problems: [], repeats: 1 })
})

it.each([
  ['never came', both, ['first'], /^correction .* never came, and is called delivered$/],
  ['is not delivered', [row('first', { state: 'dead' })], ['first'], /^first .* is dead$/],
  ['came again under another id', [row('first')], ['first', 'other'], /^other came, which is the id of no message$/],
  ['came before what it corrects', both, ['correction', 'first'], /^correction came before first/],
  ['came again after its correction', both, ['first', 'correction', 'first'], /^correction came before first/],
])('a message that %s is a problem', (_what, rows, arrivals, problem) => {
  expect(judgeArrivals(rows, arrivals).problems).toEqual([expect.stringMatching(problem)])
})

it('a station that reads all anew may read a message after its correction, but not before it had it once', () => {
  const how = { isReread: true }
  expect(judgeArrivals(both, ['first', 'correction', 'first', 'correction'], how).problems).toEqual([])
  expect(judgeArrivals(both, ['correction', 'first'], how).problems).toHaveLength(1)
})

it('messages are known by their numbers where the format has these', () => {
  expect(judgeArrivals([row('first', { sequence: 7 })], ['0007', '0007'], { isNumbered: true })).toEqual({
    problems: [],
    repeats: 1,
  })
})
