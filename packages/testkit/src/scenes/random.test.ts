import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

function draw(seed: number | string): number[] {
  const random = createRandom(seed)
  return Array.from({ length: 5 }, () => random.next())
}

describe('a seeded random source', () => {
  it('returns the same sequence for the same seed, and different sequences for different (even close) seeds', () => {
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    expect(draw('camera 1')).not.toEqual(draw('camera 2'))
  })

  it('returns roughly uniform numbers over its range', () => {
    const random = createRandom(7)
    const counts = [0, 0, 0, 0, 0]
    for (let i = 0; i < 10_000; i++) counts[random.int(0, 4)]! += 1
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200)
  })

  it('has forks that do not depend on other draws', () => {
    const fresh = createRandom(3)
    const used = createRandom(3)
    used.next()
    expect(used.fork('outfit').next()).toBe(fresh.fork('outfit').next())
    expect(fresh.fork('outfit').next()).not.toBe(fresh.fork('script').next())
  })

  it('cannot choose from an empty list', () => {
    expect(() => createRandom(1).pick([])).toThrow('Nothing to pick from')
  })
})
