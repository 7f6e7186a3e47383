import type { NewHolidayLink } from '@winnow/contract'
import { expect, test } from 'vitest'
import { isChosen, isSameList, type Listed, tick, untick, untickedBy, withType } from './holiday-link.ts'

const link: NewHolidayLink = { regionId: 'ES', types: ['public'], unticked: [], renew: false }
const epiphany = (year: number): Listed => ({ date: `${year}-01-06`, name: 'Epiphany', type: 'public' })

test('a holiday is unticked in every year, or on its date, and ticked again', () => {
  const always = untick(link, epiphany(2027), true)
  expect([2027, 2028].map((year) => isChosen(always, epiphany(year)))).toEqual([false, false])
  const once = untick(always, epiphany(2027), false)
  expect(once.unticked).toEqual([{ name: 'Epiphany', date: '2027-01-06' }])
  expect([2027, 2028].map((year) => isChosen(once, epiphany(year)))).toEqual([false, true])
  expect(untickedBy(once, epiphany(2028))).toBeUndefined()
  // Ticked on one date, it is ticked in every year.
  expect(tick(always, epiphany(2028))).toEqual(link)
  expect(tick(once, epiphany(2028))).toEqual(once)
})

test('types are chosen in their own order', () => {
  const both = withType({ ...link, types: ['bank'] }, 'public', true)
  expect(both.types).toEqual(['public', 'bank'])
  expect(withType(both, 'bank', false).types).toEqual(['public'])
})

test('lists differ by a date, a name or a type', () => {
  const [list, other] = [[epiphany(2027)], epiphany(2027)]
  expect(isSameList(list, [{ ...other }])).toBe(true)
  for (const changed of [{ date: '2027-01-07' }, { name: 'Kings' }, { type: 'bank' as const }])
    expect(isSameList(list, [{ ...other, ...changed }])).toBe(false)
  expect(isSameList(list, [])).toBe(false)
})
