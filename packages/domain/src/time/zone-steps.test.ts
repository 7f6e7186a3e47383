import { describe, expect, it, test } from 'vitest'
import { localDay, toLocalTime } from './local-time.ts'
import { quarterOf, sameTimeDaysAway, zoneSteps, type Step } from './zone-steps.ts'

const iso = (dates: Date[]): string[] => dates.map((date) => date.toISOString())
const steps = (since: string, till: string, zone: string, step: Step) =>
  zoneSteps(new Date(since), new Date(till), zone, step)

describe('steps of a period in a zone', () => {
  test.each([
    ['Asia/Kathmandu', '18:15'],
    ['Asia/Kolkata', '18:30'],
    ['America/St_Johns', '03:30'],
    ['Pacific/Chatham', '10:15'],
    ['Europe/London', '00:00'],
  ])('days of %s begin at %s UTC', (zone, start) => {
    const found = steps('2026-01-10T00:00:00Z', '2026-01-13T00:00:00Z', zone, 'day')
    expect(found.slice(1).map((at) => at.toISOString().slice(11, 16))).toEqual(found.slice(1).map(() => start))
  })

  it('have 23 and 25 hours on the days on which clocks change', () => {
    for (const [since, till, hours] of [
      ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23],
      ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
    ] as const) {
      expect(steps(since, till, 'Europe/Berlin', 'day')).toHaveLength(1)
      expect(steps(since, till, 'Europe/Berlin', 'hour')).toHaveLength(hours)
    }
  })

  it('show an hour that occurs twice as two steps, and half of one where clocks change by half an hour', () => {
    const twice = steps('2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z', 'Europe/Berlin', 'hour')
    expect(twice.map((at) => toLocalTime(at, 'Europe/Berlin').slice(11))).toEqual(['01:00', '02:00', '02:00', '03:00'])
    expect(iso(steps('2026-04-04T14:00:00Z', '2026-04-04T17:00:00Z', 'Australia/Lord_Howe', 'hour'))).toEqual([
      '2026-04-04T14:00:00.000Z',
      '2026-04-04T15:00:00.000Z',
      '2026-04-04T15:30:00.000Z',
      '2026-04-04T16:30:00.000Z',
    ])
  })

  it('are none for an empty period, and begin within a day or hour where the period does', () => {
    expect(steps('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'UTC', 'day')).toEqual([])
    expect(iso(steps('2026-01-01T10:45:00Z', '2026-01-01T12:00:00Z', 'UTC', 'hour'))).toEqual([
      '2026-01-01T10:45:00.000Z',
      '2026-01-01T11:00:00.000Z',
    ])
  })

  it('skip the day that Samoa skipped', () => {
    const days = steps('2011-12-29T10:00:00Z', '2012-01-01T10:00:00Z', 'Pacific/Apia', 'day')
    expect(days.map((at) => localDay(at, 'Pacific/Apia'))).toEqual(['2011-12-29', '2011-12-31', '2012-01-01'])
  })

  it('refuse an unknown zone', () => {
    expect(() => steps('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 'Mars/Olympus', 'day')).toThrow(RangeError)
  })

  test.each([
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Santiago',
    'Africa/Cairo',
  ])('hold every quarter hour of half a year in the step of its local hour and day: %s', (zone) => {
    for (const [since, till] of [
      [new Date('2026-03-01T00:00:00Z'), new Date('2026-05-01T00:00:00Z')],
      [new Date('2026-09-01T00:00:00Z'), new Date('2026-11-10T00:00:00Z')],
    ] as const)
      for (const [step, length] of [
        ['hour', 13],
        ['day', 10],
      ] as const) {
        const starts = zoneSteps(since, till, zone, step)
        expect(starts[0]).toEqual(since)
        for (const [index, start] of starts.entries()) {
          const end = starts[index + 1] ?? till
          expect(end.getTime()).toBeGreaterThan(start.getTime())
          expect(quarterOf(start)).toEqual(start)
          const last = new Date(end.getTime() - 1)
          expect(toLocalTime(last, zone).slice(0, length), `${step} from ${start.toISOString()}`).toBe(
            toLocalTime(start, zone).slice(0, length),
          )
        }
      }
  })
})

test('the same local time a week before keeps the hour where clocks change in between', () => {
  expect(sameTimeDaysAway(new Date('2026-03-30T08:00:00Z'), -7, 'Europe/Berlin').toISOString()).toBe(
    '2026-03-23T09:00:00.000Z',
  )
  expect(sameTimeDaysAway(new Date('2026-03-22T01:30:00Z'), 7, 'Europe/Berlin').toISOString()).toBe(
    '2026-03-29T01:30:00.000Z',
  )
})
