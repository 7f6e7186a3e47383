import { describe, expect, it } from 'vitest'
import { createPlaces } from './places.ts'

describe('places', () => {
  it('are limited per holder, and can be taken again after their release', () => {
    const places = createPlaces({ perHolder: 2 })
    const [first, second, third] = [places.take('a'), places.take('a'), places.take('a')]
    expect([first, second, third].map((leave) => leave !== undefined)).toEqual([true, true, false])
    expect(places.take('b')).toBeDefined()
    first?.()
    expect(places.take('a')).toBeDefined()
    expect(places.take('a')).toBeUndefined()
    expect(places.count()).toBe(3)
  })

  it('are released only once, even if the release is called twice', () => {
    const places = createPlaces({ perHolder: 2 })
    const leave = places.take('a')
    places.take('a')
    leave?.()
    leave?.()
    expect(places.count()).toBe(1)
    expect([places.take('a'), places.take('a')].map((each) => each !== undefined)).toEqual([true, false])
  })

  it('are given only to holders that have none when only reserved places are left', () => {
    const places = createPlaces({ perHolder: 10, total: 4, reserved: 2 })
    expect([1, 2, 3].map(() => places.take('greedy') !== undefined)).toEqual([true, true, false])
    expect(places.take('new')).toBeDefined()
    expect(places.take('new')).toBeUndefined()
    const leave = places.take('newer')
    expect(leave).toBeDefined()
    expect(places.take('newest')).toBeUndefined()
    leave?.()
    expect(places.take('newest')).toBeDefined()
  })
})
