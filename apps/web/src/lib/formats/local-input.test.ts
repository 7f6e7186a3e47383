import { describe, expect, test } from 'vitest'
import { fromLocalInput, toLocalInput } from './local-input.ts'

describe('times typed in a zone', () => {
  test.each([
    ['2026-11-20T08:30', 'Europe/London', '2026-11-20T08:30:00.000Z'],
    ['2026-07-20T08:30', 'Europe/London', '2026-07-20T07:30:00.000Z'],
    ['2026-07-20T08:30', 'Asia/Kolkata', '2026-07-20T03:00:00.000Z'],
    ['2026-07-20T00:15', 'America/New_York', '2026-07-20T04:15:00.000Z'],
    ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    // The night when the clock goes back: the first 01:30.
    ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
    // The night when it goes forward: 01:30 does not exist.
    ['2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T02:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(fromLocalInput(text, zone)).toBe(instant)
  })

  test.each(['Europe/London', 'Asia/Kolkata', 'America/Los_Angeles'])(
    'an instant is the same after the round trip in %s',
    (zone) => {
      const at = '2026-07-20T04:15:00.000Z'
      expect(fromLocalInput(toLocalInput(at, zone), zone)).toBe(at)
    },
  )

  test('an empty field is no instant', () => {
    expect(fromLocalInput('', 'Europe/London')).toBeUndefined()
    expect(toLocalInput(undefined, 'Europe/London')).toBe('')
  })
})
