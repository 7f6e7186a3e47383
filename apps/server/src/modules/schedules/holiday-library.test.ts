import { expect, it } from 'vitest'
import { holidaysOf, loadHolidays } from './holiday-library.ts'

it('a list of holidays is made once, and others take their turn between two lists', async () => {
  await loadHolidays()
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  const regions = ['MT', 'LU', 'IS', 'EE']
  const [first, ...rest] = await Promise.all(regions.map((region) => holidaysOf(region, 2031)))
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(regions.length)
  expect(rest.every((list) => list && list.length > 0)).toBe(true)
  expect(first).toContainEqual(expect.objectContaining({ date: '2031-12-25', regionId: 'MT' }))
  expect(await holidaysOf('mt', 2031)).toBe(first)
})
