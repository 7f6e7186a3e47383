import { expect, it } from 'vitest'
import { createFakeTicker } from './fake-ticker.ts'

it('a fake ticker runs the actions that are due in the elapsed time, in order, until they are stopped', () => {
  const ticker = createFakeTicker()
  const ran: string[] = []
  const end = ticker.every(3, () => ran.push('three'))
  ticker.every(2, () => ran.push('two'))
  ticker.advance(1)
  expect(ran).toEqual([])
  ticker.advance(4)
  expect(ran).toEqual(['two', 'three', 'two'])
  end()
  expect(ticker.count()).toBe(1)
  ticker.advance(2)
  expect(ran).toEqual(['two', 'three', 'two', 'two'])
})

it('a fake ticker refuses an interval of zero, which would be an endless loop', () => {
  expect(() => createFakeTicker().every(0, () => undefined)).toThrow(RangeError)
})
