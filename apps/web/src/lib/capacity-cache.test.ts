import { describe, expect, test, vi } from 'vitest'
import { CACHE_CAPACITY, CapacityCache } from './capacity-cache.ts'
import { formatDate } from './formats/dates.ts'

describe('a cache with a limited capacity · ENV-003', () => {
  /** Requests keys one after the other and returns those that were not in the cache. */
  const madeOf = (cache: CapacityCache<string, string>, keys: string) =>
    Array.from(keys)
      .filter((key) => {
        const make = vi.fn<() => string>(() => `value of ${key}`)
        expect(cache.get(key, make)).toBe(`value of ${key}`)
        return make.mock.calls.length > 0
      })
      .join('')

  test('keeps its entries', () => {
    expect(madeOf(new CapacityCache(2), 'abab')).toBe('ab')
  })

  test('evicts the oldest entry when full; reading one does not make it younger', () => {
    const cache = new CapacityCache<string, string>(2)
    expect(madeOf(cache, 'abac')).toBe('abc')
    expect(madeOf(cache, 'bc')).toBe('')
    expect(madeOf(cache, 'a')).toBe('a')
  })

  test.each([0, -1, 1.5, Number.NaN])('refuses a capacity of %s', (capacity) => {
    expect(() => new CapacityCache(capacity)).toThrow(RangeError)
  })

  test('limits the formatters of dates, of which there is one per zone', () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    const zones = Intl.supportedValuesOf('timeZone').slice(0, CACHE_CAPACITY + 1)
    const format = (zone = '') => formatDate(new Date(0), zone, 'international')
    for (const zone of zones) format(zone)
    made.mockClear()
    format(zones.at(-1))
    expect(made).not.toHaveBeenCalled()
    format(zones[0])
    expect(made).toHaveBeenCalledOnce()
    made.mockRestore()
  })
})
