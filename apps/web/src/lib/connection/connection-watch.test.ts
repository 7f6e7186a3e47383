import { beforeEach, describe, expect, test } from 'vitest'
import { connectionStore } from './connection.ts'
import { createConnectionWatch } from './connection-watch.ts'

/** A server that answers or not, and a clock that the test advances. */
function harness() {
  const timers: { run: () => void; ms: number }[] = []
  const server = { there: false, asked: 0 }
  const check = createConnectionWatch({
    async probe() {
      server.asked += 1
      await Promise.resolve()
      connectionStore.set(server.there ? 'ok' : 'lost')
    },
    schedule(run, ms) {
      const timer = { run, ms }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    random: () => 1,
  })
  const settle = async () => {
    for (let round = 0; round < 10; round += 1) await Promise.resolve()
  }
  return {
    check,
    server,
    settle,
    waits: () => timers.map(({ ms }) => ms),
    async pass() {
      timers.shift()?.run()
      await settle()
    },
  }
}

beforeEach(() => connectionStore.set('ok'))

describe('the connection watch', () => {
  test('asks while the connection is lost, at intervals up to two seconds, and stops when it is back', async () => {
    const h = harness()
    connectionStore.set('lost')
    const waits: number[] = []
    for (let round = 0; round < 5; round += 1) {
      waits.push(...h.waits())
      await h.pass()
    }
    expect(waits).toEqual([500, 1000, 2000, 2000, 2000])
    h.server.there = true
    await h.pass()
    expect(connectionStore.get()).toBe('ok')
    expect(h.waits()).toEqual([])
  })

  test('stops after an answer to any other request', () => {
    const h = harness()
    connectionStore.set('lost')
    connectionStore.set('ok')
    expect(h.waits()).toEqual([])
    connectionStore.set('lost')
    expect(h.waits()).toEqual([500])
  })

  test('combines simultaneous checks into one request and returns the result to all', async () => {
    const h = harness()
    const answers = Promise.all([h.check(), h.check()])
    expect(await answers).toEqual([false, false])
    expect(h.server.asked).toBe(1)
    h.server.there = true
    expect(await h.check()).toBe(true)
    expect(h.server.asked).toBe(2)
    expect(h.waits()).toEqual([])
  })
})
