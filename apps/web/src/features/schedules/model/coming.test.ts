import { expect, test } from 'vitest'
import { comingOf } from './coming.ts'

const nights = {
  weekly: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '22:00', end: '06:00' })),
  holidayIntervals: [{ start: '00:00', end: '24:00' }],
  closingDays: [{ from: '2026-10-26', to: '2026-10-27', name: 'Works' }],
}

test('fourteen dates of the site, with closing days and the change of the clocks', () => {
  const days = comingOf(nights, 'Europe/Berlin', new Date('2026-10-24T20:00:00Z'))
  expect(days?.map(({ date }) => date).slice(0, 4)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'])
  expect(days).toHaveLength(14)
  expect(days?.[0]?.windows).toEqual([
    { start: new Date('2026-10-24T20:00:00Z'), end: new Date('2026-10-25T05:00:00Z') },
  ])
  expect(days?.[1]?.clockChange?.minutes).toBe(-60)
  expect(days?.[2]?.special).toBe('Works')
})

test('nothing is shown for a zone that this browser does not know', () => {
  expect(comingOf(nights, 'Mars/Base', new Date('2026-10-24T20:00:00Z'))).toBeUndefined()
})
