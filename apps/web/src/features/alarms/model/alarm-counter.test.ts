import { describe, expect, test } from 'vitest'
import { createAlarmCounter } from './alarm-counter.ts'

const START = Date.UTC(2026, 10, 20, 1, 0, 0)
const MINUTE = 60_000

/** A counter over alarms with the times of their receipt and verdict. */
function harness() {
  let now = START
  const alarms: { received: number; decided: number }[] = []
  const asked: number[] = []
  let failing = 0
  const counter = createAlarmCounter({
    now: () => new Date(now),
    count: (from, to) => {
      asked.push(to.getTime() - from.getTime())
      if (asked.length === failing) return Promise.reject(new Error('no connection'))
      const found = alarms.filter(
        ({ received, decided }) => received >= from.getTime() && received < to.getTime() && decided <= now,
      )
      return Promise.resolve(found.length)
    },
  })
  return {
    counter,
    asked,
    failAt: (call: number) => {
      failing = call
    },
    at: (minutes: number) => {
      now = START + minutes * MINUTE
    },
    alarm: (received: number, decided = received) =>
      alarms.push({ received: START + received * MINUTE, decided: START + decided * MINUTE }),
  }
}

describe('counting new true alarms · NOTIFICATIONS-002', () => {
  test('each alarm is counted once, with the minutes since the last poll', async () => {
    const h = harness()
    h.alarm(0.5)
    h.alarm(0.7)
    h.at(1)
    expect(await h.counter.check()).toEqual({ n: 2, minutes: 1 })
    h.at(2)
    expect(await h.counter.check()).toBeNull()
    h.alarm(4)
    h.at(5)
    expect(await h.counter.check()).toEqual({ n: 1, minutes: 3 })
  })

  test('alarms from before the start are not counted', async () => {
    const h = harness()
    h.alarm(-1)
    h.at(1)
    expect(await h.counter.check()).toBeNull()
  })

  test('an alarm whose verdict came after one poll is counted by the next poll', async () => {
    const h = harness()
    h.alarm(0.9, 1.1)
    h.at(1)
    expect(await h.counter.check()).toBeNull()
    h.at(2)
    expect(await h.counter.check()).toEqual({ n: 1, minutes: 1 })
  })

  test('a poll a few seconds after the previous one still reports one minute', async () => {
    const h = harness()
    h.alarm(0.01)
    h.at(0.1)
    expect(await h.counter.check()).toEqual({ n: 1, minutes: 1 })
  })

  test.each([1, 2])('an alarm is told by the next poll if call %i of a poll fails', async (call) => {
    const h = harness()
    h.alarm(60.5)
    h.at(61)
    h.failAt(call)
    await expect(h.counter.check()).rejects.toThrow('no connection')
    h.at(62)
    expect(await h.counter.check()).toMatchObject({ n: 1 })
    h.at(63)
    expect(await h.counter.check()).toBeNull()
  })

  test('over a whole shift no alarm is counted twice or lost, and the window is at most an hour', async () => {
    const h = harness()
    let told = 0
    for (let minute = 1; minute <= 720; minute += 1) {
      h.alarm(minute - 0.2, minute + 0.1)
      h.at(minute)
      told += (await h.counter.check())?.n ?? 0
    }
    h.at(721)
    told += (await h.counter.check())?.n ?? 0
    expect(told).toBe(720)
    expect(Math.max(...h.asked)).toBeLessThanOrEqual(61 * MINUTE)
  })
})
