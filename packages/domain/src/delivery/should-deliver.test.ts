import { describe, expect, it } from 'vitest'
import { deliveryKindOf } from './should-deliver.ts'

const ALL = { trueAlarms: true, unverified: true, filtered: true, corrections: true }
const USUAL = { ...ALL, filtered: false }
const NONE = { trueAlarms: false, unverified: false, filtered: false, corrections: false }

describe('the kind of message', () => {
  it.each([
    ['true', null, 'alarm.created'],
    ['unverified', null, 'alarm.created'],
    ['false', null, undefined],
    ['true', 'unverified', 'alarm.corrected'],
    ['true', 'false', 'alarm.corrected'],
    ['false', 'unverified', 'alarm.corrected'],
    ['false', 'true', 'alarm.corrected'],
    ['true', 'true', undefined],
    ['unverified', 'unverified', undefined],
    ['false', 'false', undefined],
  ] as const)('for verdict %s after verdict %s is %s', (verdict, previous, kind) => {
    expect(deliveryKindOf(verdict, previous, USUAL)).toBe(kind)
  })
})

describe('a receiver that has chosen', () => {
  it.each([
    ['filtered alarms', { filtered: true }, 'false', null, 'alarm.created'],
    ['filtered alarms', { filtered: true }, 'true', null, undefined],
    ['true alarms alone', { trueAlarms: true }, 'unverified', null, undefined],
    ['true alarms alone', { trueAlarms: true }, 'true', null, 'alarm.created'],
    ['unverified alarms alone', { unverified: true }, 'true', null, undefined],
    ['no corrections', { ...ALL, corrections: false }, 'false', 'true', undefined],
    ['no corrections', { ...ALL, corrections: false }, 'unverified', 'true', undefined],
    ['no corrections', { ...ALL, corrections: false }, 'true', 'unverified', 'alarm.corrected'],
    ['no corrections', { ...ALL, corrections: false }, 'unverified', 'false', 'alarm.corrected'],
    ['neither corrections nor true alarms', { unverified: true }, 'true', 'unverified', undefined],
  ] as const)('%s (%j), for verdict %s after verdict %s, gets %s', (_what, choice, verdict, previous, kind) => {
    expect(deliveryKindOf(verdict, previous, { ...NONE, ...choice })).toBe(kind)
  })
})
