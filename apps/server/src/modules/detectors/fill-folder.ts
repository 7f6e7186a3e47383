import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { InstalledPack, PackStore } from '@winnow/vision/packs'
import type { MediaStore } from '../../platform/media/media-store.ts'
import type { DetectorRow } from './detector-queries.ts'

/**
 * Copies a pack from the media store into a folder of packs.
 * @param work a folder on the same disk
 * @throws PackRefused when the copy differs from the pack that was added
 */
export async function bringPack(
  media: MediaStore,
  row: Pick<DetectorRow, 'id' | 'manifest' | 'mediaKey'>,
  store: PackStore,
  work: string,
): Promise<InstalledPack> {
  await mkdir(work, { recursive: true })
  const file = join(work, `${row.id}.onnx`)
  try {
    await pipeline((await media.get(row.mediaKey)).body, createWriteStream(file))
    return await store.put(row.manifest, file)
  } finally {
    await rm(file, { force: true })
  }
}
