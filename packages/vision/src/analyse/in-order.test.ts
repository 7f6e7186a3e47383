import { expect, test } from 'vitest'
import { oneAhead } from './one-ahead.ts'

/** Things to do that say in a log when each begins. */
const things = (names: string[], log: string[]) =>
  names.map((name) => async () => {
    log.push(`begin ${name}`)
    if (name === 'bad') throw new Error('no')
    return name
  })

test('the next thing has begun when an outcome comes out, and not the one after', async () => {
  const log: string[] = []
  for await (const outcome of oneAhead(things(['a', 'b', 'c'], log)))
    log.push(outcome.status === 'fulfilled' ? `got ${outcome.value}` : 'failed')
  expect(log).toEqual(['begin a', 'begin b', 'got a', 'begin c', 'got b', 'got c'])
})

test('what fails comes out in its place', async () => {
  const outcomes: string[] = []
  for await (const { status } of oneAhead(things(['a', 'bad', 'c'], []))) outcomes.push(status)
  expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('nothing comes of nothing', async () => {
  for await (const outcome of oneAhead([])) expect.unreachable(outcome.status)
})
