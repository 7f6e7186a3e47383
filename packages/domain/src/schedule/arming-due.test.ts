import { describe, expect, it } from 'vitest'
import { dueToJudge, nextDue, type ArmingDue, type Judged } from './arming-due.ts'

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const at = (text: string) => new Date(text)
const evening: ArmingDue = { minute: 19 * 60, days: EVERY_DAY }
const judged = (until: Date, day: string | null = null): Judged => ({ until, day })
const longAgo = at('2026-01-01T00:00:00Z')

describe('the time by which a site must be armed', () => {
  // Monday, 12 January 2026. London is on UTC.
  it.each([
    ['is not judged before', '2026-01-12T18:59:59Z', longAgo, undefined],
    ['is judged when it comes', '2026-01-12T19:00:00Z', longAgo, '2026-01-12T19:00:00.000Z'],
    ['is judged later if the program was stopped', '2026-01-13T00:59:00Z', longAgo, '2026-01-12T19:00:00.000Z'],
    ['is not judged when it is long past', '2026-01-13T01:00:01Z', longAgo, undefined],
    ['is judged once', '2026-01-12T19:01:00Z', at('2026-01-12T19:00:00Z'), undefined],
    ['is not judged if it was set after it', '2026-01-12T20:00:00Z', at('2026-01-12T19:30:00Z'), undefined],
    [
      'is judged once, also if the clock is set back by an hour',
      '2026-01-12T19:00:00Z',
      at('2026-01-12T20:00:00Z'),
      undefined,
    ],
    [
      'is judged though it was judged far ahead',
      '2026-01-12T19:00:00Z',
      at('2027-01-01T00:00:00Z'),
      '2026-01-12T19:00:00.000Z',
    ],
  ])('%s', (_what, now, after, expected) => {
    expect(dueToJudge(evening, 'Europe/London', at(now), judged(after))?.instant.toISOString()).toBe(expected)
  })

  it('is judged once on each date, also if the site is moved to a time zone further west, and tomorrow again', () => {
    const berlin = dueToJudge(evening, 'Europe/Berlin', at('2026-01-12T18:00:00Z'), judged(longAgo))
    expect(berlin).toEqual({ day: '2026-01-12', instant: at('2026-01-12T18:00:00Z') })
    const after = judged(at('2026-01-12T18:00:00Z'), '2026-01-12')
    expect(dueToJudge(evening, 'America/New_York', at('2026-01-13T00:00:00Z'), after)).toBeUndefined()
    expect(dueToJudge(evening, 'America/New_York', at('2026-01-14T00:00:00Z'), after)).toEqual({
      day: '2026-01-13',
      instant: at('2026-01-14T00:00:00Z'),
    })
  })

  it('is that of its days alone', () => {
    const workdays = { minute: 19 * 60, days: [1, 2, 3, 4, 5] }
    expect(dueToJudge(workdays, 'Europe/London', at('2026-01-11T19:00:00Z'), judged(longAgo))).toBeUndefined()
    expect(nextDue(workdays, 'Europe/London', at('2026-01-09T19:00:00Z'))).toEqual(at('2026-01-12T19:00:00Z'))
    expect(nextDue({ minute: 0, days: [] }, 'Europe/London', longAgo)).toBeUndefined()
    expect(nextDue({ minute: 19 * 60, days: [1] }, 'Europe/London', at('2026-01-12T19:00:00Z'))).toEqual(
      at('2026-01-19T19:00:00Z'),
    )
  })

  it.each([
    // London puts its clocks forward at 01:00 on 29 March 2026, and back at 02:00 (summer time) on 25 October.
    ['the time of the site, in summer', 19 * 60, 'Europe/London', '2026-06-01T12:00:00Z', '2026-06-01T18:00:00.000Z'],
    ['the end of the gap in spring', 90, 'Europe/London', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['the first of two in autumn', 90, 'Europe/London', '2026-10-25T00:00:00Z', '2026-10-25T00:30:00.000Z'],
    [
      'the end of the gap where a day has no midnight',
      0,
      'America/Havana',
      '2026-03-08T03:00:00Z',
      '2026-03-08T05:00:00.000Z',
    ],
    [
      'a quarter of an hour off elsewhere',
      19 * 60,
      'Asia/Kathmandu',
      '2026-01-12T00:00:00Z',
      '2026-01-12T13:15:00.000Z',
    ],
  ])('is %s', (_what, minute, zone, now, expected) => {
    expect(nextDue({ minute, days: EVERY_DAY }, zone, at(now))?.toISOString()).toBe(expected)
  })

  it.each(['America/Havana', 'Australia/Lord_Howe', 'Africa/Cairo'])(
    'is judged once on each of 400 days in %s, whatever the clocks do',
    (zone) => {
      for (const minute of [0, 150, 23 * 60 + 59]) {
        let [now, last, count] = [longAgo, judged(longAgo), 0]
        for (let hour = 0; hour < 400 * 24; hour += 1) {
          now = new Date(now.getTime() + 3_600_000)
          const due = dueToJudge({ minute, days: EVERY_DAY }, zone, now, last)
          if (due) [last, count] = [judged(due.instant, due.day), count + 1]
        }
        expect(count).toBe(400)
      }
    },
  )
})
