import { describe, expect, it } from 'vitest'
import { localTimeInDays, planPause, problemEverywhere } from './plan-pause.ts'

// In Berlin clocks are put forward from 2:00 to 3:00 on 29 March 2026, and back from 3:00 to 2:00 on 25 October.
const zone = 'Europe/Berlin'
const now = new Date('2026-03-28T12:00:30Z')
const plan = (end: string, at = now) => planPause({ end, now: at, zone })

describe('the end of a pause', () => {
  it.each([
    ['in winter time', '2026-03-28T13:30', '2026-03-28T12:30:00.000Z'],
    ['in summer time', '2026-03-29T13:30', '2026-03-29T11:30:00.000Z'],
    ['right before the skipped hour', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['right after the skipped hour', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['as an instant', '2026-03-29T02:30:00Z', '2026-03-29T02:30:00.000Z'],
    ['as an instant with an offset', '2026-03-29T02:30:00+02:00', '2026-03-29T00:30:00.000Z'],
    ['as an instant with seconds, which are dropped', '2026-03-28T12:05:59.999Z', '2026-03-28T12:05:00.000Z'],
    ['in the next minute', '2026-03-28T13:01', '2026-03-28T12:01:00.000Z'],
    ['31 days away', '2026-04-28T14:00', '2026-04-28T12:00:00.000Z'],
  ])('is accepted %s · OVERRIDE-002', (_what, end, until) => {
    expect(plan(end)).toEqual({ ok: true, until: new Date(until) })
  })

  it('is the first instant of a local time that occurs twice', () => {
    const autumn = new Date('2026-10-24T12:00:00Z')
    expect(plan('2026-10-25T02:30', autumn)).toEqual({ ok: true, until: new Date('2026-10-25T00:30:00Z') })
  })

  it.each([
    ['skipped', '2026-03-29T02:00'],
    ['skipped', '2026-03-29T02:59'],
    ['past', '2026-03-28T13:00'],
    ['past', '2026-03-28T12:00:30Z'],
    ['past', '2026-03-28T12:00:59Z'],
    ['past', '2020-01-01T00:00'],
    ['too-long', '2026-04-28T15:02'],
    ['too-long', '2027-03-28T12:00:00Z'],
    ['invalid', '2026-02-30T10:00'],
    ['invalid', '2026-03-28T25:00'],
    ['invalid', 'tomorrow'],
    ['invalid', '2026-13-01T00:00:00Z'],
    ['invalid', ''],
  ] as const)('is refused as %s: %s', (problem, end) => {
    expect(plan(end)).toEqual({ ok: false, problem })
  })
})

describe('the end of a pause in several time zones', () => {
  it.each([
    ['past', '2026-03-28T12:00:00Z'],
    ['past', '2026-03-28T00:00'],
    ['too-long', '2027-03-28T12:00:00Z'],
    ['too-long', '2026-04-29T03:02'],
    ['invalid', 'tomorrow'],
    [undefined, '2026-03-28T00:01'],
    [undefined, '2026-03-29T02:30'],
    [undefined, '2026-04-29T02:59'],
    [undefined, '2026-03-28T12:01:00Z'],
  ] as const)('is %s in every zone: %s', (problem, end) => {
    expect(problemEverywhere(end, now)).toBe(problem)
  })
})

describe('a pause of whole days', () => {
  it.each([
    ['a day', 1, '2026-03-27T12:00:00Z', '2026-03-28T13:00'],
    ['a day of 23 hours', 1, '2026-03-28T12:00:00Z', '2026-03-29T13:00'],
    ['a day of 25 hours', 1, '2026-10-24T12:00:00Z', '2026-10-25T14:00'],
    ['a week over the end of a month', 7, '2026-04-27T12:00:00Z', '2026-05-04T14:00'],
    ['a day that ends in the skipped hour', 1, '2026-03-28T01:30:00Z', '2026-03-29T03:30'],
  ])('ends at the same time of day (an hour later if skipped): %s · OVERRIDE-001', (_what, days, at, local) => {
    const from = new Date(at)
    expect(localTimeInDays(days, from, zone)).toBe(local)
    expect(planPause({ end: local, now: from, zone })).toMatchObject({ ok: true })
  })
})
