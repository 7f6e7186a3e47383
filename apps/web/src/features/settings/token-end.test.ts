import { describe, expect, test } from 'vitest'
import { tokenEnd } from './token-end.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('the end of a token', () => {
  test.each([
    [null, { state: 'never' }],
    ['2026-11-21T12:00:00Z', { state: 'expired' }],
    ['2026-11-21T12:00:01Z', { state: 'soon', days: 1 }],
    ['2026-12-05T12:00:00Z', { state: 'soon', days: 14 }],
    ['2026-12-05T12:00:01Z', { state: 'later', days: 15 }],
  ])('%s is %j', (expiresAt, expected) => {
    expect(tokenEnd(expiresAt, now)).toEqual(expected)
  })
})
