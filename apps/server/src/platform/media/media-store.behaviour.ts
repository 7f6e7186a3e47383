import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MediaMissingError, type MediaInfo, type MediaStore, MediaTooLargeError } from './media-store.ts'

const picture = Buffer.from(Array.from({ length: 3_000 }, (_all, at) => at % 251))

async function* piecemeal(pieces: number, bytes: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < pieces; piece++) yield Buffer.alloc(bytes, piece)
}

async function* failing(bytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(bytes)
  throw new Error('the camera hung up')
}

async function readAll(store: MediaStore, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const { body } = await store.get(key, range)
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function keysIn(listing: AsyncIterable<MediaInfo>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of listing) keys.push(key)
  return keys.toSorted()
}

const inAnHour = () => new Date(Date.now() + 3_600_000)

/** The behaviour of every media store. Each store's test file runs these tests against the real store. */
export function describeMediaStore(open: () => Promise<{ store: MediaStore; close: () => Promise<void> }>): void {
  describe('a media store', () => {
    let store: MediaStore
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ store, close } = await open())
    })
    afterAll(() => close())

    test('is reachable and writable', async () => {
      await expect(store.check()).resolves.toBeUndefined()
    })

    test('returns the stored bytes with size, hash, type and time', async () => {
      const stored = await store.put('frames/one/a.jpg', picture)
      expect(stored).toEqual({
        key: 'frames/one/a.jpg',
        bytes: picture.length,
        sha256: createHash('sha256').update(picture).digest('hex'),
      })
      expect((await readAll(store, stored.key)).equals(picture)).toBe(true)
      const info = await store.head(stored.key)
      expect(info).toMatchObject({ key: stored.key, bytes: picture.length, contentType: 'image/jpeg' })
      expect(Math.abs((info?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
    })

    test('accepts bodies in chunks, even if they are larger than one part of an upload', async () => {
      const stored = await store.put('clips/long.mp4', piecemeal(21, 1_000_003))
      const hash = createHash('sha256')
      for await (const piece of piecemeal(21, 1_000_003)) hash.update(piece)
      expect(stored).toMatchObject({ bytes: 21_000_063, sha256: hash.digest('hex') })
      const read = await readAll(store, 'clips/long.mp4')
      expect(createHash('sha256').update(read).digest('hex')).toBe(stored.sha256)
    })

    test('accepts empty bodies', async () => {
      expect(await store.put('empty/none.eml', Buffer.alloc(0))).toMatchObject({ bytes: 0 })
      expect(await store.head('empty/none.eml')).toMatchObject({ bytes: 0, contentType: 'message/rfc822' })
      expect(await readAll(store, 'empty/none.eml')).toHaveLength(0)
    })

    test('reads a range and still returns the size of the whole', async () => {
      await store.put('ranges/r.mp4', picture)
      const content = await store.get('ranges/r.mp4', { start: 10, end: 19 })
      content.body.destroy()
      expect(content.bytes).toBe(picture.length)
      expect((await readAll(store, 'ranges/r.mp4', { start: 10, end: 19 })).equals(picture.subarray(10, 20))).toBe(true)
    })

    test('replaces an existing file', async () => {
      await store.put('again/a.jpg', Buffer.from('first'))
      await store.put('again/a.jpg', Buffer.from('second'))
      expect((await readAll(store, 'again/a.jpg')).toString()).toBe('second')
    })

    test('refuses bodies one byte above the limit and stores nothing of them', async () => {
      expect(await store.put('limit/exact.eml', piecemeal(4, 250), { limit: 1_000 })).toMatchObject({ bytes: 1_000 })
      await expect(store.put('limit/over.eml', piecemeal(4, 251), { limit: 1_000 })).rejects.toThrow(MediaTooLargeError)
      await expect(store.put('limit/big.mp4', piecemeal(30, 1_000_000), { limit: 19_000_000 })).rejects.toThrow(
        MediaTooLargeError,
      )
      expect(await keysIn(store.list('limit/', inAnHour()))).toEqual(['limit/exact.eml'])
    })

    test('stores nothing of a body that failed, and reports the cause', async () => {
      await expect(store.put('failed/small.eml', failing(100))).rejects.toThrow('the camera hung up')
      await expect(store.put('failed/large.mp4', failing(20_000_000))).rejects.toThrow('the camera hung up')
      expect(await store.head('failed/small.eml')).toBeUndefined()
      expect(await keysIn(store.list('failed/', inAnHour()))).toEqual([])
    })

    test('keeps the old file when its replacement fails', async () => {
      await store.put('kept/a.jpg', picture)
      await expect(store.put('kept/a.jpg', failing(500))).rejects.toThrow('the camera hung up')
      expect((await readAll(store, 'kept/a.jpg')).equals(picture)).toBe(true)
    })

    test('reports a missing file', async () => {
      expect(await store.head('nowhere/a.jpg')).toBeUndefined()
      await expect(store.get('nowhere/a.jpg')).rejects.toThrow(MediaMissingError)
    })

    test('deletes many files at once and ignores missing files', async () => {
      const keys = Array.from({ length: 40 }, (_all, at) => `gone/f${at}.jpg`)
      await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))))
      await store.put('gone/stays.jpg', picture)
      await store.delete([...keys, 'gone/never.jpg'])
      expect(await keysIn(store.list('gone/', inAnHour()))).toEqual(['gone/stays.jpg'])
      await store.delete([])
    })

    test('lists all files below a folder and no others', async () => {
      const uuid = '0199d0a1-2b3c-7d4e-8f50-0123456789ab'
      const keys = ['tree/a.jpg', `tree/${uuid}/${uuid}.eml`, `tree/${uuid}/b/c.jpg`, 'tree2/x.jpg']
      for (const key of keys) await store.put(key, picture)
      expect(await keysIn(store.list('tree/', inAnHour()))).toEqual(keys.slice(0, 3).toSorted())
      expect(await keysIn(store.list(`tree/${uuid}/`, inAnHour()))).toEqual(keys.slice(1, 3).toSorted())
      expect(await keysIn(store.list('', inAnHour()))).toEqual(expect.arrayContaining(keys))
      expect(await keysIn(store.list('no-such-folder/', inAnHour()))).toEqual([])
    })

    test('lists only files written before a time', async () => {
      await store.put('old/a.jpg', picture)
      expect(await keysIn(store.list('old/', new Date(Date.now() - 3_600_000)))).toEqual([])
    })

    test.each([
      '../outside.jpg',
      'a/../b.jpg',
      '/etc/passwd',
      'a//b',
      'a/',
      '',
      '.',
      '..',
      'A.jpg',
      'a b',
      'a\\b',
      'a\0b',
      '.hidden',
      'a/.draft',
      '_shard/a',
      'ä.jpg',
      'x'.repeat(600),
    ])('refuses the key %j', async (key) => {
      await expect(store.put(key, picture)).rejects.toThrow(RangeError)
      await expect(store.get(key)).rejects.toThrow(RangeError)
      await expect(store.head(key)).rejects.toThrow(RangeError)
      await expect(store.delete([key])).rejects.toThrow(RangeError)
    })

    test('keeps each file complete in many simultaneous puts, some of them to the same key', async () => {
      const bodies = Array.from({ length: 60 }, (_all, at) => Buffer.alloc(5_000 + at, at))
      await Promise.all(bodies.map((body, at) => store.put(`busy/${at % 20}.jpg`, body)))
      for (let at = 0; at < 20; at++) {
        const read = await readAll(store, `busy/${at}.jpg`)
        const candidates = bodies.filter((_body, of) => of % 20 === at)
        expect(candidates.some((body) => body.equals(read))).toBe(true)
      }
    })
  })
}
