import { describe, expect, test } from 'vitest'
import { faultsOf, usualHour, type CameraFacts } from './camera-health.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const healthy: CameraFacts = {
  createdAt: ago(1_000),
  lastSignalAt: ago(1),
  lastPictureAt: ago(1),
  idleHours: 24,
  burst: 0,
  hour: 1,
  week: 168,
}
const faults = (change: Partial<CameraFacts>) => faultsOf({ ...healthy, ...change }, NOW)

describe('a camera', () => {
  test('that sends alarms with pictures has no fault', () => {
    expect(faults({})).toEqual([])
  })

  test.each([
    [23.9, 24, []],
    [24, 24, []],
    [24.1, 24, ['silent']],
    [2.1, 2, ['silent']],
    [167.9, 168, []],
    [168.1, 168, ['silent']],
  ])('that sent nothing for %s hours, where its site allows %s, has the faults %j', (hours, idleHours, expected) => {
    expect(faults({ lastSignalAt: ago(hours), lastPictureAt: ago(hours), idleHours })).toEqual(expected)
  })

  test.each([
    [23, []],
    [25, ['silent']],
  ])(
    'that never sent anything is silent as soon as it exists for longer than its site allows: %s hours',
    (age, expected) => {
      expect(faults({ createdAt: ago(age), lastSignalAt: null, lastPictureAt: null, week: 0, hour: 0 })).toEqual(
        expected,
      )
    },
  )

  test.each([
    [24, []],
    [25, ['noisy']],
    [400, ['noisy']],
  ])('with %s alarms in five minutes has the faults %j, however many are usual', (burst, expected) => {
    expect(faults({ burst, hour: burst, week: 168 * 60 })).toEqual(expected)
    expect(faults({ burst, hour: burst, week: 168 * 60, createdAt: ago(1) })).toEqual(expected)
  })

  test.each([
    // One alarm an hour is usual.
    [19, 168, []],
    [20, 168, ['noisy']],
    [39, 336, []],
    [40, 336, ['noisy']],
    // Hardly any alarm is usual: the comparison begins at ten.
    [9, 1, []],
    [10, 1, ['noisy']],
    [10, 0, ['noisy']],
    [10, 85, []],
  ])('with %s alarms in the last hour and %s in the week has the faults %j', (hour, week, expected) => {
    expect(faults({ hour, week })).toEqual(expected)
  })

  test('is compared with the hours since its creation, and not at all on its first day', () => {
    expect(usualHour({ createdAt: ago(48), week: 96 }, NOW)).toBe(2)
    expect(usualHour({ createdAt: ago(900), week: 168 }, NOW)).toBe(1)
    expect(usualHour({ createdAt: ago(23.9), week: 96 }, NOW)).toBeUndefined()
    expect(faults({ createdAt: ago(23), hour: 24, week: 0 })).toEqual([])
    expect(faults({ createdAt: ago(48), hour: 39, week: 96 })).toEqual([])
    expect(faults({ createdAt: ago(48), hour: 40, week: 96 })).toEqual(['noisy'])
  })

  test.each([
    ['with its newest message', 1, []],
    ['within the hour before', 1.9, []],
    ['more than an hour before', 2.1, ['pictureless']],
  ])('whose newest picture came %s has the faults that this means', (_when, hours, expected) => {
    expect(faults({ lastPictureAt: ago(hours) })).toEqual(expected)
  })

  test('that has sent signals and never a picture is reported at once', () => {
    expect(faults({ lastPictureAt: null })).toEqual(['pictureless'])
  })

  test('can be noisy without pictures, but is nothing else while it is silent', () => {
    expect(faults({ burst: 25, lastPictureAt: null })).toEqual(['noisy', 'pictureless'])
    expect(faults({ burst: 25, lastSignalAt: ago(30), lastPictureAt: null })).toEqual(['silent'])
  })
})
