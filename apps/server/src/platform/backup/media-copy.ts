import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import { pathOfKey } from '../media/media-path.ts'
import { MediaMissingError } from '../media/media-store.ts'
import type { MediaStore } from '../media/media-store.ts'
import { StartError } from '../start-error.ts'
import { hashFile, writeHashedFile } from './hashed-file.ts'
import { backupPaths } from './manifest.ts'
import type { Manifest } from './manifest.ts'

const entrySchema = z.object({ key: z.string(), bytes: z.number(), sha256: z.string() })

/**
 * Copies all media into a backup and lists them with their hashes. Call it after the rows were copied. The program writes a file before the
 * row that refers to it and never changes the file. So the store has the file of every copied row, unless retention has deleted row and
 * file since.
 */
export async function copyMedia(store: MediaStore, dir: string, now: Date): Promise<NonNullable<Manifest['media']>> {
  const paths = backupPaths(dir)
  const list = createWriteStream(paths.mediaList, { mode: 0o600, flags: 'wx', flush: true })
  let [files, bytes] = [0, 0]
  for await (const { key } of store.list('', now)) {
    const copied = await copyOne(store, key, paths.media)
    if (!copied) continue
    files += 1
    bytes += copied.bytes
    if (!list.write(`${JSON.stringify({ key, ...copied })}\n`)) await once(list, 'drain')
  }
  list.end()
  await finished(list)
  return { files, bytes, listSha256: await hashFile(paths.mediaList) }
}

/** @returns facts about the copied file; undefined when the file was deleted meanwhile */
async function copyOne(store: MediaStore, key: string, mediaDir: string) {
  const content = await store.get(key).catch((error: unknown) => {
    if (error instanceof MediaMissingError) return undefined
    throw error
  })
  if (!content) return undefined
  const place = pathOfKey(key)
  await mkdir(join(mediaDir, place.folder), { recursive: true, mode: 0o700 })
  return writeHashedFile(join(mediaDir, place.folder, place.name), content.body)
}

/**
 * Copies a backup's media into a store.
 * @throws StartError when a file does not match the list
 */
export async function restoreMedia(store: MediaStore, dir: string): Promise<void> {
  const paths = backupPaths(dir)
  for await (const line of createInterface({ input: createReadStream(paths.mediaList) })) {
    const { key, sha256 } = entrySchema.parse(JSON.parse(line))
    const place = pathOfKey(key)
    const file = createReadStream(join(paths.media, place.folder, place.name))
    const stored = await store.put(key, file).catch((error: unknown) => {
      throw new StartError(`The backup is damaged: ${key} cannot be read.`, { cause: error })
    })
    if (stored.sha256 === sha256) continue
    await store.delete([key])
    throw new StartError(`The backup is damaged: ${key} is not the file that was backed up.`)
  }
}
