import { describe, expect, test } from 'vitest'
import { CapacityCache } from './capacity-cache.ts'

describe('capacity-limited cache · ENV-003', () => {
  test('evicts the oldest entry when full', () => {
    const evicted: string[] = []
    const cache = new CapacityCache<string, number>(2, (value, key) => evicted.push(`${key}${value}`))
    cache.set('a', 1)
    cache.set('b', 2)
    cache.set('c', 3)
    expect(cache.has('a')).toBe(false)
    expect([cache.get('b'), cache.get('c'), cache.size]).toEqual([2, 3, 2])
    expect(evicted).toEqual(['a1'])
  })

  test('reading does not make an entry younger, setting does', () => {
    const cache = new CapacityCache<string, number>(2)
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.set('c', 3)
    expect(cache.has('a')).toBe(false)
    cache.set('b', 4)
    cache.set('d', 5)
    expect([cache.has('b'), cache.has('c')]).toEqual([true, false])
  })

  test('keeps values that look like nothing', () => {
    const cache = new CapacityCache<string, undefined>(1)
    cache.set('a', undefined)
    expect([cache.has('a'), cache.delete('a'), cache.delete('a')]).toEqual([true, true, false])
  })

  test('gives every entry back when cleared', () => {
    const evicted: number[] = []
    const cache = new CapacityCache<number, number>(3, (value) => evicted.push(value))
    for (const n of [1, 2, 3]) cache.set(n, n)
    cache.clear()
    expect([evicted, cache.size]).toEqual([[1, 2, 3], 0])
  })

  test.each([0, -1, 1.5, Number.NaN])('refuses a capacity of %s', (capacity) => {
    expect(() => new CapacityCache(capacity)).toThrow(RangeError)
  })
})
