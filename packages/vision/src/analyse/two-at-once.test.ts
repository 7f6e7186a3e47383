import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { Detector } from '../detect/detector.ts'
import { takeFirst } from '../detect/take-first.ts'
import { createAnalyser } from './analyser.ts'
import { boundsOf, HEIGHT, job, passing, SOFT, walking, WIDTH } from './yard.fixture.ts'

describe('two simultaneous alarms', () => {
  /**
   * Creates a detector that records the alarm of each look and blocks the first look until `letGo` is called. It runs looks in the same
   * order as the networks.
   */
  function heldDetector() {
    const held = Promise.withResolvers<void>()
    const prepared = Promise.withResolvers<void>()
    const waiting: { order: number; take: () => void }[] = []
    let isFree = true
    const takeNext = () => {
      const next = isFree ? takeFirst(waiting) : undefined
      if (next === undefined) return
      isFree = false
      next.take()
    }
    const isBlue = ({ data, width }: RgbImage) => boundsOf({ data, width, height: HEIGHT }, (at) => data[at + 2]! > 200)
    const looks: string[] = []
    const detector: Detector = {
      id: 'held',
      version: '1',
      looks: 'whole',
      sees: ['person', 'vehicle', 'cycle'],
      prepare: async (picture) => {
        const alarm = isBlue(picture) ? 'second' : 'first'
        if (alarm === 'second') prepared.resolve()
        return async (order = 0) => {
          const { promise, resolve } = Promise.withResolvers<void>()
          waiting.push({ order, take: resolve })
          takeNext()
          await promise
          looks.push(alarm)
          await held.promise
          isFree = true
          takeNext()
          return { sightings: [], inferenceMs: 1 }
        }
      },
    }
    return { detector, looks, prepared: prepared.promise, letGo: held.resolve }
  }

  afterEach(() => vi.useRealTimers())

  test('share the networks: the first alarm uses them until its end, except for the first look of the second', async () => {
    const { detector, looks, prepared, letGo } = heldDetector()
    const analyser = createAnalyser({ detectors: [detector] })
    const first = analyser.analyse(job(walking), SOFT)
    await vi.waitUntil(() => looks.length > 0, { timeout: 20_000 })
    const second = analyser.analyse(job(passing), SOFT)
    await prepared
    expect(looks).toEqual(['first'])
    letGo()
    await Promise.all([first, second])
    expect(looks).toEqual(['first', 'second', 'first', 'first', 'second', 'second'])
  })

  /** Starts two alarms, waits for `see`, then lets twice the time limit pass while the first alarm blocks the networks. */
  async function holdUp(options: { heldBytes?: number }, see: (prepared: Promise<void>) => Promise<unknown>) {
    const { detector, looks, prepared, letGo } = heldDetector()
    const analyser = createAnalyser({ detectors: [detector], ...options })
    vi.useFakeTimers({ toFake: ['performance'] })
    const slow = analyser.analyse(job(walking), SOFT)
    await vi.waitUntil(() => looks.length > 0, { timeout: 20_000 })
    const patient = analyser.analyse(job(passing), SOFT)
    await see(prepared)
    vi.advanceTimersByTime(2 * SOFT.softTimeoutMs)
    letGo()
    const [{ analysis: heldUp }, { analysis: waited }] = await Promise.all([slow, patient])
    return { verdicts: [heldUp.verdict, waited.verdict], waitedMs: waited.timings.total }
  }

  test('do not count the wait for networks as analysis time', async () => {
    const { verdicts, waitedMs } = await holdUp({}, (prepared) => prepared)
    expect(verdicts).toEqual(['unverified', 'false'])
    expect(waitedMs).toBeLessThan(SOFT.softTimeoutMs)
  })

  test('are decoded one after the other, each with its own time limit, if memory is too small for the pictures of both', async () => {
    const heldBytes = 2 * WIDTH * HEIGHT * 3 * walking.length - 1
    // With enough memory, the second alarm would be prepared within these 300 ms.
    const waits = async (prepared: Promise<void>) =>
      expect(await Promise.race([prepared, setTimeout(300, 'waits')])).toBe('waits')
    const { verdicts, waitedMs } = await holdUp({ heldBytes }, waits)
    expect(verdicts).toEqual(['unverified', 'false'])
    expect(waitedMs).toBeLessThan(SOFT.softTimeoutMs)
  })
})
