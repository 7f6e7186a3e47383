import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { MediaContent, MediaStore } from '../../platform/media/media-store.ts'
import type { LabelledRow } from './labelled-alarms.ts'
import { writeLabelledZip } from './write-labelled-zip.ts'

const PIECE = 128 * 1024
const BYTES = 2 * PIECE

/** A store of large pictures that records which were opened. */
function largeStore({ fail, bytes = BYTES }: { fail?: (opened: number) => void; bytes?: number } = {}) {
  const opened: Readable[] = []
  const get = async (key: string): Promise<MediaContent> => {
    fail?.(opened.length)
    const body = Readable.from(Array.from({ length: bytes / PIECE }, () => Buffer.alloc(PIECE, 7)))
    opened.push(body)
    return { key, bytes, modifiedAt: new Date(0), contentType: 'image/jpeg', body }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function only reads from the store
  return { media: { get } as unknown as MediaStore, opened }
}

async function* alarms(count: number): AsyncGenerator<LabelledRow[]> {
  for (let index = 0; index < count; index += 1)
    yield [
      {
        id: `a${index}`,
        view_id: 'v',
        received_at: new Date('2026-05-01T12:00:00Z'),
        ground_truth: true,
        label_reason: null,
        classes: [],
        reasons: [],
        thermal: false,
        pictures: [{ key: `media/2026-05-01/a${index}/0.jpg`, offset_ms: 0 }],
      },
    ]
}

const settle = async () => {
  for (let index = 0; index < 200; index += 1) await turn()
}

describe('a ZIP file during its download', () => {
  it('prepares only one picture ahead, for any number of pictures and any speed of the reader', async () => {
    const { media, opened } = largeStore()
    const file = writeLabelledZip(media, alarms(50))
    await settle()
    expect(opened.length).toBeLessThanOrEqual(2)
    expect((await buffer(file)).byteLength).toBeGreaterThan(50 * BYTES)
    expect(opened).toHaveLength(50)
  })

  it('ends when its reader leaves, and closes the open picture', async () => {
    const { media, opened } = largeStore()
    const file = writeLabelledZip(media, alarms(50))
    await settle()
    file.destroy()
    await settle()
    expect(opened.length).toBeLessThanOrEqual(2)
    expect(opened.every((body) => body.destroyed)).toBe(true)
  })

  it('closes a picture that opens only after its reader left', async () => {
    const opening = Promise.withResolvers<void>()
    // Larger than all buffers between server and reader together.
    const { media, opened } = largeStore({ bytes: 40 * PIECE })
    const late: MediaStore = { ...media, get: (key) => opening.promise.then(() => media.get(key)) }
    const ended = Promise.withResolvers<void>()
    async function* watched() {
      try {
        yield* alarms(50)
      } finally {
        ended.resolve()
      }
    }
    const file = writeLabelledZip(late, watched())
    await settle()
    file.destroy()
    await settle()
    opening.resolve()
    await ended.promise
    expect(opened.map((body) => body.destroyed)).toEqual([true])
  })

  it('aborts when the store fails, so that a truncated file is not taken for complete', async () => {
    const fail = (opened: number) => {
      if (opened === 3) throw new Error('the store is away')
    }
    const { media } = largeStore({ fail })
    await expect(buffer(writeLabelledZip(media, alarms(50)))).rejects.toThrow('the store is away')
  })
})
