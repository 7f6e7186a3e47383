import { describe, expect, it } from 'vitest'
import { armingStatus, planArming, type ArmingInput } from './plan-arming.ts'

const NOW = new Date('2026-01-12T18:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const plan = (change: Partial<ArmingInput> = {}) =>
  planArming({
    deviceType: 2,
    current: null,
    wanted: 'disarmed',
    at: NOW,
    sentAt: null,
    longestMinutes: 600,
    until: null,
    mayOnlyArm: false,
    ...change,
  })
const disarmedAt = (minutes: number) => ({ state: 'disarmed', changedAt: at(minutes), endsAt: at(600) }) as const
const armedAt = (minutes: number) => ({ state: 'armed', changedAt: at(minutes), endsAt: null }) as const

describe('a message that arms or disarms a site', () => {
  it.each<[string, Partial<ArmingInput>, Date | null]>([
    ['disarms for the longest time', {}, at(600)],
    ['disarms until the time that it names', { until: at(60) }, at(60)],
    ['disarms for no longer than the longest time', { until: at(700) }, at(600)],
    ['disarms for the longest time if it names a time that is past', { until: at(-1) }, at(600)],
    ['disarms anew, for longer', { current: { state: 'disarmed', changedAt: at(-5), endsAt: at(595) } }, at(600)],
    ['arms', { wanted: 'armed' }, null],
    ['arms though its sender may not disarm', { wanted: 'armed', mayOnlyArm: true }, null],
    [
      'arms by a date of the second of the last change',
      { wanted: 'armed', sentAt: at(-1), current: disarmedAt(-0.99) },
      null,
    ],
    ['is applied ten minutes after its date', { sentAt: at(-10) }, at(600)],
    ['is applied though its clock is ahead', { sentAt: at(60), current: armedAt(-1) }, at(600)],
    ['is applied at the time of the last change', { sentAt: at(-1), current: armedAt(-1) }, at(600)],
  ])('%s', (_what, change, endsAt) => {
    const state = change.wanted ?? 'disarmed'
    expect(plan(change)).toEqual({ applied: true, next: { state, changedAt: NOW, endsAt } })
  })

  it.each<[string, Partial<ArmingInput>, string]>([
    ['at a site that counts by time', { deviceType: 1 }, 'not-armed'],
    ['at a site without a schedule', { deviceType: null }, 'not-armed'],
    ['if it is more than ten minutes old by its date', { sentAt: at(-10.01) }, 'too-old'],
    ['if the state was changed after it was sent', { sentAt: at(-5), current: armedAt(-4) }, 'overtaken'],
    [
      'if it disarms by a date of the second of the last change',
      { sentAt: at(-1), current: armedAt(-0.99) },
      'overtaken',
    ],
    [
      'if it arms by a date of an earlier second',
      { wanted: 'armed', sentAt: at(-2), current: disarmedAt(-1) },
      'overtaken',
    ],
    ['if its sender may only arm', { mayOnlyArm: true }, 'only-arms'],
    ['if its sender did not log in', { lacksLogin: true, mayOnlyArm: true }, 'no-login'],
    ['if its sender did not log in, not to arm either', { lacksLogin: true, wanted: 'armed' }, 'no-login'],
    ['if it came before', { isRepeated: true, sentAt: at(-11) }, 'repeated'],
    ['if our clock was set back behind the last change', { current: armedAt(3) }, 'overtaken'],
  ])('is not applied %s', (_what, change, refusal) => {
    expect(plan(change)).toEqual({ applied: false, refusal })
  })
})

it.each([
  ['armed', null],
  ['armed', armedAt(-1)],
  ['disarmed', { state: 'disarmed', changedAt: at(-1), endsAt: at(1) } as const],
  ['armed', { state: 'disarmed', changedAt: at(-2), endsAt: NOW } as const],
])('a site is %s · VIEWS-003', (expected, current) => {
  expect(armingStatus(current, NOW)).toBe(expected)
})
