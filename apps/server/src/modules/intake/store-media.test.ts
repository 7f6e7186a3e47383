import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { openFileStore } from '../../platform/media/file-store.ts'
import { storeMedia } from './store-media.ts'

it('stores the pictures of alarms of the same minutes in one folder, which is removed together with its last picture', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'winnow-pictures-'))
  try {
    const media = await openFileStore({ root })
    const receivedAt = new Date('2026-05-01T12:00:00Z')
    const picture = {
      name: null,
      declaredType: null,
      detectedType: 'image/jpeg',
      bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      sha256: '',
      offsetMs: null,
    }
    const keys: string[] = []
    for (let alarm = 0; alarm < 2; alarm++) {
      const signal = { id: newId(receivedAt.getTime()), receivedAt }
      for (const part of await storeMedia(media, signal, [picture, picture, picture])) keys.push(part.key)
    }
    expect(new Set(keys).size).toBe(6)
    expect(await readdir(path.join(root, 'media/2026-05-01'))).toHaveLength(1)
    await media.delete(keys)
    await media.sweepDrafts(new Date('2026-05-02T12:00:00Z'))
    expect(await readdir(path.join(root, 'media/2026-05-01'))).toEqual([])
  } finally {
    await rm(root, { recursive: true })
  }
})
