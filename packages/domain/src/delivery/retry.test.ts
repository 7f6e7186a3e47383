import { describe, expect, it } from 'vitest'
import { DELIVERY_LIFETIME_MS, planRetry } from './retry.ts'

const now = new Date('2026-03-01T12:00:00Z')
const after = (ms: number): Date => new Date(now.getTime() + ms)

describe('the next attempt', () => {
  it.each([
    [1, 0.5, 5_000],
    [1, 0.999, 9_990],
    [2, 0.5, 10_000],
    [3, 0.5, 20_000],
    [4, 0.25, 20_000],
    [9, 0.5, 1_280_000],
    [10, 0.5, 1_800_000],
    [50, 0.5, 1_800_000],
    [5_000, 0.999, 3_596_400],
  ])('after attempt %i with a random value of %d comes in %i ms', (attempt, random, ms) => {
    expect(planRetry({ attempt, now, random, startedAt: now })).toEqual({ at: after(ms) })
  })

  it('comes after one second at the earliest', () => {
    expect(planRetry({ attempt: 1, now, random: 0, startedAt: now })).toEqual({ at: after(1_000) })
  })

  it('comes after the time that the receiver requested, even if that exceeds the longest pause', () => {
    const asked = { attempt: 1, now, random: 0.5, startedAt: now }
    expect(planRetry({ ...asked, retryAfterMs: 120_000 })).toEqual({ at: after(120_000) })
    expect(planRetry({ ...asked, retryAfterMs: 7_200_000 })).toEqual({ at: after(7_200_000) })
    expect(planRetry({ ...asked, retryAfterMs: 1 })).toEqual({ at: after(5_000) })
  })

  it('comes at the end of the third day if its pause would end later', () => {
    const startedAt = new Date(now.getTime() - DELIVERY_LIFETIME_MS + 60_000)
    expect(planRetry({ attempt: 90, now, random: 0.9, startedAt })).toEqual({ at: after(60_000) })
  })

  it('does not come after three days', () => {
    const startedAt = new Date(now.getTime() - DELIVERY_LIFETIME_MS)
    expect(planRetry({ attempt: 90, now, random: 0.9, startedAt })).toEqual({ dead: true })
  })

  it('does not come if the receiver requests a time after the third day', () => {
    const startedAt = new Date(now.getTime() - DELIVERY_LIFETIME_MS + 60_000)
    expect(planRetry({ attempt: 9, now, random: 0, startedAt, retryAfterMs: 60_001 })).toEqual({ dead: true })
  })

  it('comes about 150 times, and for the last time after three days', () => {
    let at = now
    let attempts = 0
    for (let plan = planRetry({ attempt: 1, now, random: 0.5, startedAt: now }); plan.at;) {
      attempts += 1
      at = plan.at
      plan = planRetry({ attempt: attempts + 1, now: at, random: 0.5, startedAt: now })
    }
    expect(at).toEqual(after(DELIVERY_LIFETIME_MS))
    expect(attempts).toBeGreaterThan(140)
    expect(attempts).toBeLessThan(165)
  })

  it('comes at random times, spread over the whole pause, for messages that failed together', () => {
    const draws = Array.from({ length: 100 }, (_unused, index) => index / 100)
    const times = draws.map((random) => planRetry({ attempt: 6, now, random, startedAt: now }).at?.getTime() ?? 0)
    expect(new Set(times).size).toBeGreaterThan(98)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(300_000)
  })
})
