import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSchedule } from './schedule.ts'
import { changingScheduleAt, scheduleAt } from './schedule-at.ts'
import { steadyScheduleAt } from './steady-schedule.ts'

const ZONES = ['Europe/London', 'Africa/Cairo', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const
const minute = fc.integer({ min: 0, max: 1439 })
const window = fc.tuple(fc.integer({ min: 0, max: 6 }), minute, fc.integer({ min: 0, max: 1440 }))
const LONGEST_MS = 3 * 366 * 86_400_000

it('finds with one offset what is found with all of them, wherever it answers · SCHEDULES-003', () => {
  let answered = 0
  const check = fc.property(
    fc.array(window, { maxLength: 6 }),
    fc.boolean(),
    fc.constantFrom(...ZONES),
    fc.integer({ min: 0, max: LONGEST_MS }),
    (weekly, hasDays, zone, later) => {
      const at = new Date(Date.UTC(2024, 0, 1) + later)
      const today = at.toISOString().slice(0, 10)
      const schedule = readSchedule({ weekly, special: [[60, 120]], days: hasDays ? [[today, today, 'Closed']] : [] })
      if (!schedule) throw new Error('cannot be read')
      const slow = changingScheduleAt(schedule, zone, at)
      const steady = steadyScheduleAt(schedule, zone, at.getTime())
      if (steady) expect(steady).toEqual(slow)
      if (steady) answered += 1
      expect(scheduleAt(schedule, zone, at)).toEqual(slow)
    },
  )
  fc.assert(check, { numRuns: 2_000, seed: 17 })
  expect(answered).toBeGreaterThan(1_000)
})

it('answers nothing next to a change of clocks, nor for a state of more than a week', () => {
  const nights = readSchedule({ weekly: [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 0, 480]), special: [], days: [] })
  const never = readSchedule({ weekly: [], special: [], days: [] })
  if (!nights || !never) throw new Error('cannot be read')
  const at = (time: string) => Date.parse(time)
  expect(steadyScheduleAt(nights, 'Europe/London', at('2026-03-29T00:30Z'))).toBeUndefined()
  expect(steadyScheduleAt(nights, 'Europe/London', at('2026-01-12T00:30Z'))).toMatchObject({ counts: true })
  expect(steadyScheduleAt(never, 'Europe/London', at('2026-01-12T00:30Z'))).toBeUndefined()
})
