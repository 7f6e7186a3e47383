import { describe, expect, test } from 'vitest'
import { settle } from '../testing/manual-clock.ts'
import { createPictureCache, type LoadedPicture } from './picture-cache.ts'

function harness(options: { parallel?: number; maxPixels?: number } = {}) {
  const begun: string[] = []
  const open = new Map<string, { resolve: (picture: LoadedPicture) => void; reject: () => void }>()
  const cache = createPictureCache({
    ...options,
    load(url) {
      begun.push(url)
      return new Promise((resolve, reject) => {
        open.set(url, { resolve, reject: () => reject(new Error('gone')) })
      })
    },
  })
  return {
    cache,
    begun,
    async finish(url: string, picture = { width: 100, height: 100 }) {
      open.get(url)?.resolve(picture)
      await settle()
    },
    async fail(url: string) {
      open.get(url)?.reject()
      await settle()
    },
  }
}

describe('prefetched pictures', () => {
  test('are loaded by urgency, only a few at a time', async () => {
    const h = harness({ parallel: 2 })
    h.cache.want(['a', 'b', 'c'])
    expect(h.begun).toEqual(['a', 'b'])
    expect(h.cache.status('c')).toBe('queued')
    await h.finish('b')
    expect(h.begun).toEqual(['a', 'b', 'c'])
    expect(h.cache.status('b')).toBe('ready')
  })

  test('are cancelled if they are no longer needed and have not started', async () => {
    const h = harness({ parallel: 1 })
    h.cache.want(['a', 'b'])
    h.cache.want(['c'])
    await h.finish('a')
    expect(h.begun).toEqual(['a', 'c'])
  })

  test('are never loaded twice', async () => {
    const h = harness()
    h.cache.want(['a', 'a'])
    h.cache.want(['a'])
    await h.finish('a')
    h.cache.want(['a'])
    expect(h.begun).toEqual(['a'])
  })

  test('are not retried after an error until requested', async () => {
    const h = harness()
    h.cache.want(['a'])
    await h.fail('a')
    h.cache.want(['a'])
    expect(h.cache.status('a')).toBe('failed')
    expect(h.begun).toEqual(['a'])
    h.cache.retryFailed()
    expect(h.begun).toEqual(['a', 'a'])
  })

  test('use bounded memory: the least recently needed picture is dropped, but no picture that is needed now', async () => {
    const h = harness({ maxPixels: 25_000 })
    for (const url of ['a', 'b']) {
      h.cache.want([url])
      await h.finish(url)
    }
    h.cache.want(['a'])
    h.cache.want(['a', 'c'])
    await h.finish('c')
    expect(h.cache.status('b')).toBe('queued')
    expect(['a', 'c'].map((url) => h.cache.status(url))).toEqual(['ready', 'ready'])
    expect(h.cache.heldPixels()).toBe(20_000)
  })
})
