import { describe, expect, it } from 'vitest'
import { TRUTH } from '../scenes/index.ts'
import { planAlarms } from './choose-scene.ts'
import type { PlannedAlarm } from './choose-scene.ts'
import type { CameraTarget } from './targets.ts'

const cameras: CameraTarget[] = Array.from({ length: 8 }, (_unused, index) => ({
  viewId: `v${index}`,
  name: `Camera ${index}`,
  via: 'smtp',
  address: `c${index}@x.example`,
  vendor: 'plain',
  seed: index + 1,
}))

function take(count: number, options: Partial<Parameters<typeof planAlarms>[0]> = {}): PlannedAlarm[] {
  const plan = planAlarms({ cameras, rate: 8, seed: 1, opening: true, ...options })
  return Array.from({ length: count }, () => plan.next().value)
}

describe('the plan of the demo', () => {
  it('includes a person, a car and several false alarms within half a minute', () => {
    const early = take(40).filter((alarm) => alarm.at <= 30_000)
    expect(early.some((alarm) => alarm.kind.startsWith('person'))).toBe(true)
    expect(early.some((alarm) => alarm.kind === 'car-arriving')).toBe(true)
    expect(early.filter((alarm) => !TRUTH[alarm.kind]).length).toBeGreaterThanOrEqual(4)
  })

  it.each([1, 2, 3])('then sends 6–10 alarms a minute, nine in ten false (seed %i)', (seed) => {
    const later = take(1000, { seed }).filter((alarm) => alarm.at > 30_000)
    const minutes = ((later.at(-1)?.at ?? 0) - 30_000) / 60_000
    expect(later.length / minutes).toBeGreaterThan(6)
    expect(later.length / minutes).toBeLessThan(10)
    const truths = later.filter((alarm) => TRUTH[alarm.kind]).length / later.length
    expect(truths).toBeGreaterThan(0.07)
    expect(truths).toBeLessThan(0.13)
  })

  it('never goes back in time, and pauses a camera after an alarm, so that two alarms do not merge', () => {
    for (const some of [cameras, cameras.slice(0, 1)]) {
      const plan = take(200, { cameras: some })
      const last = new Map<string, number>()
      let before = 0
      for (const alarm of plan) {
        expect(alarm.at).toBeGreaterThanOrEqual(before)
        expect(alarm.at - (last.get(alarm.camera.viewId) ?? -Infinity)).toBeGreaterThanOrEqual(15_000)
        last.set(alarm.camera.viewId, alarm.at)
        before = alarm.at
      }
    }
  })

  it('sends only scenes that the camera can show', () => {
    const some: CameraTarget[] = cameras.map((camera) => ({ ...camera, kinds: ['rain', 'cyclist'] }))
    expect(new Set(take(100, { cameras: some, opening: false }).map((alarm) => alarm.kind))).toEqual(
      new Set(['rain', 'cyclist']),
    )
    const plan = take(500)
    expect(plan.filter((alarm) => alarm.kind === 'headlights').every((alarm) => alarm.camera.seed === 5)).toBe(true)
  })

  it('is equal for the same seed and different for another seed', () => {
    expect(take(30)).toEqual(take(30))
    expect(take(30, { seed: 2 })).not.toEqual(take(30))
  })
})
