import { expect, test, vi } from 'vitest'
import { formatDate } from '../../../lib/formats/dates.ts'
import { createDayOf } from './day-of.ts'

test.each([
  ['Asia/Kathmandu', '2026-11-19T18:14:59.999Z', '19/11/2026', '2026-11-19T18:15:00.000Z', '20/11/2026'],
  ['Europe/London', '2026-07-19T22:59:59.999Z', '19/07/2026', '2026-07-19T23:00:00.000Z', '20/07/2026'],
  ['America/St_Johns', '2026-11-20T03:29:59.999Z', '19/11/2026', '2026-11-20T03:30:00.000Z', '20/11/2026'],
])('in %s a day ends at its own midnight', (zone, last, before, first, after) => {
  const dayOf = createDayOf((at) => formatDate(at, zone, 'international'))
  expect([dayOf(last), dayOf(first), dayOf(last)]).toEqual([before, after, before])
})

test('the day of a quarter of an hour is computed once', () => {
  const dateOf = vi.fn<(at: Date) => string>(() => 'a day')
  const dayOf = createDayOf(dateOf)
  for (const minute of ['00', '05', '14']) dayOf(`2026-11-20T01:${minute}:30.000Z`)
  expect(dateOf).toHaveBeenCalledTimes(1)
})
