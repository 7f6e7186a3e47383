import { describe, expect, it } from 'vitest'
import { comingDays } from './coming-days.ts'
import { isTicked, linkedDays, missingYears, neededYears, type StoredHolidays } from './linked-holidays.ts'
import { scheduleAt } from './schedule-at.ts'
import { readSchedule } from './schedule.ts'

const link = (given: Partial<StoredHolidays> = {}): StoredHolidays => ({
  region: 'XX',
  types: ['public', 'bank'],
  unticked: [],
  lists: {
    2026: [
      ['2026-01-01', 'New Year', 'public'],
      ['2026-10-31', 'Harvest', 'bank'],
      ['2026-11-02', 'Fair', 'observance'],
      ['2026-12-30', 'Rest', 'public'],
      ['2026-12-31', 'Rest', 'public'],
    ],
    2027: [
      ['2027-01-01', 'Rest', 'public'],
      ['2027-01-02', 'New Year', 'public'],
      ['2027-10-31', 'Harvest', 'bank'],
    ],
  },
  ...given,
})

describe('a schedule that is linked to the holidays of a region', () => {
  it.each<[string, Partial<StoredHolidays>, string]>([
    ['of its types', {}, '2026-01-01 2026-10-31 2026-12-30/2027-01-01 2027-01-02 2027-10-31'],
    ['of one type', { types: ['observance'] }, '2026-11-02'],
    [
      'without one on one date',
      { unticked: [['Harvest', '2026-10-31']] },
      '2026-01-01 2026-12-30/2027-01-01 2027-01-02 2027-10-31',
    ],
    ['without one in every year', { unticked: [['Harvest', null]] }, '2026-01-01 2026-12-30/2027-01-01 2027-01-02'],
    [
      'without a day within several',
      { unticked: [['Rest', '2026-12-31']], types: ['public'] },
      '2026-01-01 2026-12-30 2027-01-01 2027-01-02',
    ],
    ['without one of another name', { unticked: [['Fair', null]], types: ['bank'] }, '2026-10-31 2027-10-31'],
  ])('is closed on those %s · HOLIDAYS-001', (_what, given, expected) => {
    const { days, from, to } = linkedDays(link(given))
    expect(days.map(([first, last]) => (first === last ? first : `${first}/${last}`)).join(' ')).toBe(expected)
    expect([from, to]).toEqual(['2026-01-01', '2027-12-31'])
  })

  it('keeps the day for which another holiday is ticked', () => {
    expect(isTicked({ types: ['public'], unticked: [['A', null]] }, ['2026-05-01', 'B', 'public'])).toBe(true)
    expect(isTicked({ types: ['public'], unticked: [['A', null]] }, ['2026-05-01', 'A', 'public'])).toBe(false)
  })

  it.each([
    ['2026-11-26T12:00Z', [2026, 2027, 2028]],
    ['2026-10-20T12:00Z', [2026, 2027]],
    ['2026-01-15T12:00Z', [2025, 2026, 2027]],
    ['2026-02-02T12:00Z', [2026, 2027]],
  ])('needs the lists of years as far as is looked back and ahead: %s', (now, years) => {
    expect(neededYears(new Date(now))).toEqual(years)
  })

  it('says which years are missing, but for those before its first', () => {
    expect(missingYears(link(), new Date('2026-11-26T12:00Z'))).toEqual([2028])
    expect(missingYears(link(), new Date('2026-01-15T12:00Z'))).toEqual([])
    const { 2026: first = [] } = link().lists
    expect(missingYears({ lists: { 2026: first, 2028: [] } }, new Date('2026-11-26T12:00Z'))).toEqual([2027])
    expect(linkedDays(link({ lists: { 2026: first, 2028: [['2028-01-01', 'New Year', 'public']] } })).to).toBe(
      '2026-12-31',
    )
  })
})

describe('a decision by linked holidays', () => {
  // Nights, and 10:00 to 11:00 on closing days.
  const stored = (given: Partial<StoredHolidays> = {}, days: [string, string, string][] = []) => ({
    weekly: [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 1320, 360]),
    special: [[600, 660]],
    days,
    linked: linkedDays(link(given)),
  })
  const schedule = (...given: Parameters<typeof stored>) => {
    const read = readSchedule(stored(...given))
    if (!read) throw new Error('cannot be read')
    return read
  }
  const at = (time: string, ...given: Parameters<typeof stored>) => {
    const { counts, until, isUnknown } = scheduleAt(schedule(...given), 'Europe/Berlin', new Date(time))
    return `${counts ? 'counts' : 'outside'} until ${until?.toISOString() ?? 'ever'}${isUnknown ? ', unknown' : ''}`
  }
  it.each([
    ['goes on from the day before', '2026-10-31T04:00Z', 'counts until 2026-10-31T05:00:00.000Z'],
    ['counts at the times of closing days', '2026-10-31T09:30Z', 'counts until 2026-10-31T10:00:00.000Z'],
    ['has no night on the holiday', '2026-10-31T22:30Z', 'outside until 2026-11-01T21:00:00.000Z'],
    ['counts by the week on other days', '2026-11-02T09:30Z', 'outside until 2026-11-02T21:00:00.000Z'],
    ['knows the next year', '2027-10-31T09:30Z', 'counts until 2027-10-31T10:00:00.000Z'],
    ['counts where no list is known, and says so', '2028-03-01T12:00Z', 'counts until ever, unknown'],
  ])('%s', (_what, time, expected) => {
    expect(at(time)).toBe(expected)
  })

  it('takes closing days of its own beside them, also where no list is known', () => {
    const own: [string, string, string][] = [['2028-03-01', '2028-03-01', 'Fair']]
    expect(at('2028-03-01T12:00Z', {}, own)).toBe('outside until 2028-03-01T23:00:00.000Z')
    expect(comingDays(schedule({}, own), 'Europe/Berlin', new Date('2028-03-01T12:00Z'), 2)).toMatchObject([
      { date: '2028-03-01', special: 'Fair', isUnknown: false },
      { date: '2028-03-02', special: undefined, isUnknown: true },
    ])
    expect(
      comingDays(schedule(), 'Europe/Berlin', new Date('2026-12-30T12:00Z'), 4).map(({ special }) => special),
    ).toEqual(['Rest', 'Rest', 'Rest', 'New Year'])
  })

  it.each([
    ['no ranges', { from: '2026-01-01', to: '2026-12-31' }],
    ['no first date', { days: [], to: '2026-12-31' }],
    ['dates in the wrong order', { days: [], from: '2026-12-31', to: '2026-01-01' }],
    ['no object', 5],
  ])('is none if they cannot be read: %s', (_what, linked) => {
    expect(readSchedule({ ...stored(), linked })).toBeUndefined()
  })
})
