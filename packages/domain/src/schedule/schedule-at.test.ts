import { describe, expect, it } from 'vitest'
import { comingDays } from './coming-days.ts'
import { readSchedule, type StoredSchedule } from './schedule.ts'
import { scheduleAt } from './schedule-at.ts'

const minutes = (time: string): number => {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/** Windows such as `1 22:00-06:00`, or `22:00-06:00` for every day. */
function schedule(windows: string[], rest: { special?: string[]; days?: StoredSchedule['days'] } = {}) {
  const read = (text: string): [number, number] => {
    const [start = '', end = ''] = text.split('-')
    return [minutes(start), minutes(end)]
  }
  const weekly = windows.flatMap((text) => {
    const [first = '', second] = text.split(' ')
    return (second ? [Number(first)] : EVERY_DAY).map((day) => [day, ...read(second ?? first)] as const)
  })
  const found = readSchedule({ weekly, special: (rest.special ?? []).map(read), days: rest.days ?? [] })
  if (!found) throw new Error('cannot be read')
  return found
}
const at = (of: ReturnType<typeof schedule>, zone: string, time: string) => {
  const { counts, until } = scheduleAt(of, zone, new Date(time))
  return `${counts ? 'counts' : 'outside'} until ${until?.toISOString() ?? 'ever'}`
}

describe('a window', () => {
  const nights = schedule(['00:00-08:00'])
  it.each([
    ['counts from its first instant', '2026-01-12T00:00:00.000Z', 'counts until 2026-01-12T08:00:00.000Z'],
    ['counts to its last millisecond', '2026-01-12T07:59:59.999Z', 'counts until 2026-01-12T08:00:00.000Z'],
    ['is over at its end', '2026-01-12T08:00:00.000Z', 'outside until 2026-01-13T00:00:00.000Z'],
    ['is of the clocks of the site in summer', '2026-07-13T07:30:00.000Z', 'outside until 2026-07-13T23:00:00.000Z'],
  ])('%s · SCHEDULES-003', (_what, time, expected) => {
    expect(at(nights, 'Europe/London', time)).toBe(expected)
  })

  it.each([
    ['before midnight', '2026-01-12T23:00Z', 'counts until 2026-01-13T06:00:00.000Z'],
    ['after midnight', '2026-01-13T05:59Z', 'counts until 2026-01-13T06:00:00.000Z'],
    ['not the morning before', '2026-01-12T05:00Z', 'outside until 2026-01-12T22:00:00.000Z'],
  ])('whose end is before its start runs into the next day: %s', (_what, time, expected) => {
    expect(at(schedule(['1 22:00-06:00']), 'UTC', time)).toBe(expected)
  })

  it('whose end is its start lasts a whole day', () => {
    const one = schedule(['6 08:00-08:00'])
    expect(at(one, 'UTC', '2026-01-17T08:00Z')).toBe('counts until 2026-01-18T08:00:00.000Z')
    expect(at(one, 'UTC', '2026-01-18T08:00Z')).toBe('outside until 2026-01-24T08:00:00.000Z')
  })

  it('that touches another is one with it, also over midnight and the end of the week', () => {
    const three = schedule(['6 20:00-24:00', '0 00:00-06:00', '0 06:00-07:30'])
    expect(at(three, 'UTC', '2026-01-17T21:00Z')).toBe('counts until 2026-01-18T07:30:00.000Z')
  })

  it('that is always open has no end, and one that never opens no start', () => {
    expect(at(schedule(['00:00-24:00']), 'Europe/London', '2026-01-17T21:00Z')).toBe('counts until ever')
    expect(at(schedule(['00:00-00:00']), 'Africa/Cairo', '2026-01-17T21:00Z')).toBe('counts until ever')
    expect(at(schedule([]), 'UTC', '2026-01-17T21:00Z')).toBe('outside until ever')
  })
})

// Berlin: 2:00 becomes 3:00 on 29 March 2026, 3:00 becomes 2:00 on 25 October. Cairo has no 0:00 on 24 April 2026. Lord Howe: 2:00 becomes
// 2:30 on 4 October 2026, 2:00 becomes 1:30 on 5 April.
describe('where clocks change', () => {
  it.each([
    [
      'a start in the gap is its end',
      'Europe/Berlin',
      '02:30-05:00',
      '2026-03-29T00:59Z',
      'outside until 2026-03-29T01:00:00.000Z',
    ],
    [
      'an end in the gap is its end',
      'Europe/Berlin',
      '01:00-02:30',
      '2026-03-29T00:59Z',
      'counts until 2026-03-29T01:00:00.000Z',
    ],
    [
      'a window within the gap does not open',
      'Europe/Berlin',
      '02:15-02:45',
      '2026-03-28T12:00Z',
      'outside until 2026-03-30T00:15:00.000Z',
    ],
    [
      'a start in the repeated hour is the first',
      'Europe/Berlin',
      '02:30-05:00',
      '2026-10-25T00:29Z',
      'outside until 2026-10-25T00:30:00.000Z',
    ],
    [
      'an end in the repeated hour is the second',
      'Europe/Berlin',
      '01:00-02:30',
      '2026-10-25T00:45Z',
      'counts until 2026-10-25T01:30:00.000Z',
    ],
    [
      'a window within the repeated hour opens once, and longer',
      'Europe/Berlin',
      '02:15-02:45',
      '2026-10-25T00:15Z',
      'counts until 2026-10-25T01:45:00.000Z',
    ],
    [
      'a day without midnight begins where the clocks stand',
      'Africa/Cairo',
      '00:00-08:00',
      '2026-04-23T21:59Z',
      'outside until 2026-04-23T22:00:00.000Z',
    ],
    [
      '24:00 before a day without midnight is its beginning',
      'Africa/Cairo',
      '20:00-24:00',
      '2026-04-23T21:59Z',
      'counts until 2026-04-23T22:00:00.000Z',
    ],
    [
      'half an hour is skipped',
      'Australia/Lord_Howe',
      '02:10-04:00',
      '2026-10-03T15:29Z',
      'outside until 2026-10-03T15:30:00.000Z',
    ],
    [
      'half an hour is repeated',
      'Australia/Lord_Howe',
      '01:00-01:45',
      '2026-04-04T14:50Z',
      'counts until 2026-04-04T15:15:00.000Z',
    ],
  ])('%s', (_what, zone, window, time, expected) => {
    expect(at(schedule([window]), zone, time)).toBe(expected)
  })

  it('windows that lie apart on the clock but overlap in the repeated hour are one', () => {
    const two = schedule(['0 01:00-02:10', '0 02:20-03:00'])
    expect(at(two, 'Europe/Berlin', '2026-10-24T23:30Z')).toBe('counts until 2026-10-25T02:00:00.000Z')
  })
})

describe('special days', () => {
  const closed = schedule(['18:00-06:00'], {
    special: ['00:00-24:00'],
    days: [['2026-12-24', '2026-12-26', 'Christmas']],
  })
  it('replace the windows that begin on them, and leave what began before', () => {
    expect(at(closed, 'UTC', '2026-12-24T02:00Z')).toBe('counts until 2026-12-27T00:00:00.000Z')
    expect(at(closed, 'UTC', '2026-12-27T00:00Z')).toBe('outside until 2026-12-27T18:00:00.000Z')
  })

  it('without windows of their own are skipped', () => {
    const none = schedule(['18:00-20:00'], { days: [['2026-12-24', '2027-01-20', 'Works holiday']] })
    expect(at(none, 'UTC', '2026-12-23T21:00Z')).toBe('outside until 2027-01-21T18:00:00.000Z')
  })
})

describe('what cannot be read', () => {
  it.each([
    ['null', null],
    ['a text', 'nights'],
    ['no windows', { special: [], days: [] }],
    ['a day that does not exist', { weekly: [[7, 0, 480]], special: [], days: [] }],
    ['a time that does not exist', { weekly: [[1, 1440, 480]], special: [], days: [] }],
    ['a date that does not exist', { weekly: [], special: [], days: [['2026-02-30', '2026-03-01', 'x']] }],
    ['a range whose end is before its start', { weekly: [], special: [], days: [['2026-03-02', '2026-03-01', 'x']] }],
  ])('is no schedule: %s', (_what, stored) => {
    expect(readSchedule(stored)).toBeUndefined()
  })

  it('is an unknown zone', () => {
    expect(() => at(schedule(['00:00-08:00']), 'Mars/Olympus', '2026-01-01T00:00Z')).toThrow(RangeError)
  })
})

describe('the coming days', () => {
  it('have the windows that begin on them as instants, special days by name, and changes of clocks', () => {
    const of = schedule(['22:00-06:00'], { special: ['00:00-24:00'], days: [['2026-03-30', '2026-03-30', 'Fair']] })
    expect(comingDays(of, 'Europe/Berlin', new Date('2026-03-28T12:00Z'), 3)).toEqual([
      {
        date: '2026-03-28',
        isUnknown: false,
        special: undefined,
        windows: [{ start: new Date('2026-03-28T21:00Z'), end: new Date('2026-03-29T04:00Z') }],
        clockChange: undefined,
      },
      {
        date: '2026-03-29',
        isUnknown: false,
        special: undefined,
        windows: [{ start: new Date('2026-03-29T20:00Z'), end: new Date('2026-03-30T04:00Z') }],
        clockChange: { at: new Date('2026-03-29T01:00Z'), minutes: 60 },
      },
      {
        date: '2026-03-30',
        isUnknown: false,
        special: 'Fair',
        windows: [{ start: new Date('2026-03-29T22:00Z'), end: new Date('2026-03-30T22:00Z') }],
        clockChange: undefined,
      },
    ])
  })
})
