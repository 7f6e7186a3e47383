import { array, assert, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rememberedScheduleAt } from './remembered-schedule.ts'
import { scheduleAt } from './schedule-at.ts'
import { readSchedule } from './schedule.ts'

const ZONES = [
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
]
const minute = integer({ min: 0, max: 1439 })
const window = tuple(integer({ min: 0, max: 6 }), minute, integer({ min: 0, max: 1440 }))
/** Some days around a change of clocks in most of the zones. */
const instants = array(integer({ min: Date.UTC(2027, 9, 20) / 60_000, max: Date.UTC(2027, 10, 10) / 60_000 }), {
  minLength: 1,
  maxLength: 30,
})

describe('a remembered state', () => {
  it('is what the decision says, in whatever order instants and zones are asked for', () => {
    assert(
      property(array(window, { maxLength: 6 }), instants, (weekly, minutes) => {
        const schedule = readSchedule({ weekly, special: [], days: [] })
        if (!schedule) throw new Error('cannot be read')
        for (const [index, each] of minutes.entries()) {
          const [zone, at] = [ZONES[index % 3 === 0 ? 0 : index % ZONES.length] ?? 'UTC', new Date(each * 60_000)]
          expect(rememberedScheduleAt(schedule, zone, at)).toEqual(scheduleAt(schedule, zone, at))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('says when the holidays of a date are not known, though the camera counts on', () => {
    const linked = { days: [], from: '2026-01-01', to: '2026-12-31' }
    const schedule = readSchedule({ weekly: [[4, 1080, 1440]], special: [], days: [], linked })
    if (!schedule) throw new Error('cannot be read')
    for (const time of ['2026-12-31T17:50Z', '2026-12-31T22:59Z', '2026-12-31T23:00Z', '2027-01-02T00:00Z']) {
      const at = new Date(time)
      expect(rememberedScheduleAt(schedule, 'Europe/Berlin', at)).toEqual(scheduleAt(schedule, 'Europe/Berlin', at))
    }
    expect(rememberedScheduleAt(schedule, 'Europe/Berlin', new Date('2026-12-31T23:00Z'))).toMatchObject({
      counts: true,
      isUnknown: true,
    })
  })

  it('is used until its end, and not before the instant for which it was found', () => {
    const schedule = readSchedule({ weekly: [[1, 600, 660]], special: [], days: [] })
    if (!schedule) throw new Error('cannot be read')
    const at = (time: string) => rememberedScheduleAt(schedule, 'UTC', new Date(`2026-11-23T${time}Z`))
    const open = at('10:20')
    expect(open).toEqual({ counts: true, until: new Date('2026-11-23T11:00Z') })
    expect(at('10:59:59.999')).toBe(open)
    expect(at('11:00')).toEqual({ counts: false, until: new Date('2026-11-30T10:00Z') })
    expect(at('10:20')).toEqual(open)
    expect(() => rememberedScheduleAt(schedule, 'Mars/Base', new Date(0))).toThrow(RangeError)
  })
})
