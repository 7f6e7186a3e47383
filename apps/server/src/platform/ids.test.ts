import { describe, expect, test } from 'vitest'
import { isId, newId, timeOfId } from './ids.ts'

describe('newId', () => {
  test('returns UUIDs of version 7 with the variant of RFC 9562', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('returns ids that sort by creation, also thousands in the same millisecond', () => {
    const at = Date.UTC(2100, 0, 1)
    const ids = Array.from({ length: 20_000 }, () => newId(at))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('keeps the order when the clock steps back', () => {
    const at = Date.UTC(2101, 0, 1)
    const first = newId(at)
    expect(newId(at - 5_000) > first).toBe(true)
  })

  test('returns ids that contain their time', () => {
    const at = Date.UTC(2102, 5, 1, 12, 30, 15, 123)
    expect(timeOfId(newId(at))).toEqual(new Date(at))
    expect(timeOfId('b6f3f1a2-0000-4000-8000-000000000000')).toBeUndefined()
  })
})

test.each(['', 'x', "' or 1=1", 'B6F3F1A2-0000-4000-8000-000000000000', 'b6f3f1a200004000800000000000000'])(
  'isId refuses %j',
  (value) => {
    expect(isId(value)).toBe(false)
  },
)
