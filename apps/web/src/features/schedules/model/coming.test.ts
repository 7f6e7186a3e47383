import { expect, test } from 'vitest'
import { comingOf } from './coming.ts'

const nights = {
  weekly: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '22:00', end: '06:00' })),
  holidayIntervals: [{ start: '00:00', end: '24:00' }],
  closingDays: [{ from: '2026-10-26', to: '2026-10-27', name: 'Works' }],
  holidays: null,
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

test('linked holidays are closing days, and dates of a year without a list are marked', () => {
  const holidays = {
    regionId: 'DE-BE',
    types: ['public' as const],
    unticked: [{ name: 'Second Christmas Day', date: null }],
    lists: [
      {
        year: 2026,
        holidays: [
          { date: '2026-12-25', name: 'Christmas Day', type: 'public' as const },
          { date: '2026-12-26', name: 'Second Christmas Day', type: 'public' as const },
        ],
      },
    ],
    missingYears: [2027],
  }
  const days = comingOf({ ...nights, holidays }, 'Europe/Berlin', new Date('2026-12-25T12:00:00Z'))
  expect(days?.map(({ special }) => special).slice(0, 2)).toEqual(['Christmas Day', undefined])
  expect(days?.filter(({ isUnknown }) => isUnknown).map(({ date }) => date)[0]).toBe('2027-01-01')
})

test('nothing is shown for a zone that this browser does not know', () => {
  expect(comingOf(nights, 'Mars/Base', new Date('2026-10-24T20:00:00Z'))).toBeUndefined()
})
