import { describe, expect, test, vi } from 'vitest'
import { createManualClock, settle } from '../testing/manual-clock.ts'
import { createThumbCache } from './thumb-cache.ts'

/** A cache in which the picture of an alarm is the alarm's id. The test decides when a picture is loaded. */
function setUp(keep = 300) {
  const clock = createManualClock()
  const asked: string[] = []
  const answers = new Map<string, (picture: string | null | Error) => void>()
  const release = vi.fn<(picture: string) => void>()
  const cache = createThumbCache<string>({ schedule: clock.schedule, release, parallel: 2, keep })
  return {
    cache,
    clock,
    asked,
    release,
    want: (id: string, version = 1) =>
      cache.want(id, version, () => {
        asked.push(id)
        const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
        answers.set(id, (picture) => (picture instanceof Error ? reject(picture) : resolve(picture ?? undefined)))
        return promise
      }),
    async answer(id: string, picture: string | null | Error = id) {
      answers.get(id)?.(picture)
      await settle()
    },
    rest: () => clock.advance(150),
  }
}

describe('thumbnails', () => {
  test('are requested when their row has been visible for a moment, two at a time, the row that appeared last first', async () => {
    const h = setUp()
    for (const id of ['a', 'b', 'c', 'd']) h.want(id)
    expect(h.asked).toEqual([])
    await h.rest()
    expect(h.asked).toHaveLength(2)
    await h.answer(h.asked[0] ?? '')
    expect(h.asked[2]).toBe('d')
    expect(h.cache.get(h.asked[0] ?? '')).toEqual({ state: 'ready', picture: h.asked[0] })
  })

  test('are not requested for rows that were scrolled out of view before their turn', async () => {
    const h = setUp()
    h.want('past')()
    await h.rest()
    expect(h.asked).toEqual([])
    h.want('a')
    h.want('b')
    const leave = h.want('c')
    await h.rest()
    leave()
    for (const id of h.asked) await h.answer(id)
    expect(h.asked.toSorted()).toEqual(['a', 'b'])
  })

  test('are not requested twice, but a missing one is requested again when its alarm has changed', async () => {
    const h = setUp()
    h.want('a')()
    h.want('a', 1)
    await h.rest()
    await h.answer('a', null)
    expect(h.cache.get('a')).toEqual({ state: 'none' })
    h.want('a', 1)
    await h.rest()
    expect(h.asked).toEqual(['a'])
    h.want('a', 2)
    await h.rest()
    await h.answer('a')
    h.want('a', 3)
    await h.rest()
    expect(h.asked).toEqual(['a', 'a'])
  })

  test('that failed are requested again when the connection is back, if they are still visible', async () => {
    const h = setUp()
    const leave = h.want('gone')
    h.want('here')
    await h.rest()
    await h.answer('gone', new Error('no connection'))
    await h.answer('here', new Error('no connection'))
    expect(h.cache.get('here')).toEqual({ state: 'failed' })
    leave()
    h.cache.retryFailed()
    expect(h.asked.slice(2)).toEqual(['here'])
  })

  test('are kept up to a maximum number, and visible ones are always kept', async () => {
    const h = setUp(2)
    h.want('a')
    const leave = h.want('b')
    await h.rest()
    await h.answer('a')
    await h.answer('b')
    leave()
    h.want('c')
    await h.rest()
    await h.answer('c')
    expect(h.release.mock.calls).toEqual([['b']])
    expect(h.cache.held()).toBe(2)
    expect(h.cache.get('a')).toBeDefined()
  })

  test('are released when the user leaves, including those that arrive afterwards', async () => {
    const h = setUp()
    h.want('a')
    h.want('b')
    await h.rest()
    await h.answer('a')
    h.cache.clear()
    await h.answer('b')
    expect(h.cache.held()).toBe(0)
    expect(h.release.mock.calls).toEqual([['a'], ['b']])
  })
})
