import { describe, expect, it } from 'vitest'
import { deliveryKindOf, shouldDeliver } from './should-deliver.ts'

describe('whether a receiver gets a message', () => {
  it.each([
    ['created', 'true', null, true],
    ['created', 'unverified', null, true],
    ['created', 'false', null, false],
    ['created', 'true', 'true', false],
    ['created', 'true', 'unverified', false],
    ['corrected', 'true', 'unverified', true],
    ['corrected', 'false', 'unverified', true],
    ['corrected', 'false', 'true', true],
    ['corrected', 'true', 'false', true],
    ['corrected', 'unverified', 'unverified', false],
    ['corrected', 'true', 'true', false],
    ['corrected', 'false', null, false],
    ['corrected', 'true', null, false],
    ['test', 'false', null, true],
    ['test', 'true', 'true', true],
  ] as const)('of kind %s with verdict %s after verdict %s: %s', (kind, verdict, previousDelivered, expected) => {
    expect(shouldDeliver({ kind, verdict, previousDelivered })).toBe(expected)
  })
})

describe('the kind of message', () => {
  it.each([
    ['true', null, 'alarm.created'],
    ['unverified', null, 'alarm.created'],
    ['false', null, undefined],
    ['true', 'unverified', 'alarm.corrected'],
    ['false', 'unverified', 'alarm.corrected'],
    ['true', 'true', undefined],
  ] as const)('for verdict %s after verdict %s is %s', (verdict, previous, kind) => {
    expect(deliveryKindOf(verdict, previous)).toBe(kind)
  })
})
