import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createDurableFolders } from './durable-folders.ts'
import { type FileSystem, hasCode, nodeFileSystem } from './file-system.ts'
import { measureBody } from './measured-body.ts'
import { isPastShard, keyOfPath, pathOfKey } from './media-path.ts'
import {
  checkFolder,
  checkKey,
  contentTypeOf,
  type MediaBody,
  MediaFullError,
  type MediaInfo,
  MediaMissingError,
  type MediaStore,
} from './media-store.ts'

/** The first character of the names of drafts. No key and no shard begins with it. */
const DRAFT_MARK = '.'
/** Small chunks are collected up to this size and written together, since each write needs a thread of the pool. */
const WRITE_BYTES = 1024 * 1024
const DELETES_AT_ONCE = 8
const TRUST_ROOM_MS = 250

/**
 * Stores media in a folder of this machine.
 *
 * A put writes a draft next to its final place, syncs it, renames it, and syncs the folder. If one of these steps fails, the key has either
 * its old state or the complete new content. When the put resolves, the content is durable.
 *
 * @param options.root a folder that only the store uses; created if its parent exists
 * @param options.minFreeBytes with less free space than this, puts are refused, so that the database keeps space to work
 */
export async function openFileStore(options: {
  root: string
  minFreeBytes?: number
  fs?: FileSystem
}): Promise<MediaStore> {
  const fs = options.fs ?? nodeFileSystem
  const root = path.resolve(options.root)
  await fs.makeFolder(root).catch(ignoreCodes('EEXIST'))
  await fs.syncFolder(path.dirname(root))
  return createFileStore(fs, root, options.minFreeBytes ?? 0)
}

function createFileStore(fs: FileSystem, root: string, minFreeBytes: number): MediaStore {
  const folders = createDurableFolders(fs, root)
  let sawRoomAt = -Infinity

  /** Creates a draft. If its folder was emptied and removed meanwhile, creates the folder again. */
  async function createDraft(folder: string, draft: string) {
    await folders.ensure(folder)
    try {
      return await fs.create(draft)
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error
      folders.forget(folder)
      await folders.ensure(folder)
      return await fs.create(draft)
    }
  }

  async function write(folder: string, target: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const draft = path.join(folder, DRAFT_MARK + randomBytes(12).toString('hex'))
    const file = await createDraft(folder, draft)
    try {
      try {
        for await (const pieces of gather(chunks)) await file.write(pieces)
        await file.sync()
      } finally {
        await file.close()
      }
      await fs.rename(draft, target)
    } catch (error) {
      // If the draft cannot be removed, the first error is reported all the same. The sweep removes old drafts.
      await fs.remove(draft).catch(() => {})
      throw error
    }
    await folders.sync(folder)
  }

  /** Refuses puts while disk space is low. Checks the disk a few times a second at most; while space is low, on every put. */
  async function refuseWhenLow(): Promise<void> {
    if (performance.now() - sawRoomAt < TRUST_ROOM_MS) return
    if ((await fs.freeBytes(root)) < minFreeBytes) throw new MediaFullError('the disk is low')
    sawRoomAt = performance.now()
  }

  async function put(key: string, body: MediaBody, limits: { limit?: number } = {}) {
    checkKey(key)
    if (minFreeBytes > 0) await refuseWhenLow()
    const { folder, name } = locate(key)
    const measured = measureBody(body, limits.limit)
    try {
      await write(folder, path.join(folder, name), measured.chunks)
    } catch (error) {
      if (hasCode(error, 'ENOSPC', 'EDQUOT')) throw new MediaFullError('the disk is full', { cause: error })
      throw error
    }
    return { key, ...measured.measure() }
  }

  async function head(key: string): Promise<MediaInfo | undefined> {
    checkKey(key)
    const { folder, name } = locate(key)
    const found = await fs.find(path.join(folder, name))
    return found && { key, ...found, contentType: contentTypeOf(key) }
  }

  async function remove(key: string): Promise<void> {
    checkKey(key)
    const { folder, name } = locate(key)
    // The removal is not synced: a deleted picture that reappears after a power cut is an orphan, and the sweep deletes it.
    await fs.remove(path.join(folder, name)).catch(ignoreCodes('ENOENT'))
  }

  /** Every file below a folder, and every folder (with an empty name) after its content. */
  async function* walk(folder: string): AsyncGenerator<{ folder: string; name: string }> {
    for await (const entry of fs.list(path.join(root, folder))) {
      if (entry.isFolder) yield* walk(folder === '' ? entry.name : `${folder}/${entry.name}`)
      else yield { folder, name: entry.name }
    }
    yield { folder, name: '' }
  }

  async function removeOldDraft(draft: string, before: Date): Promise<boolean> {
    const found = await fs.find(draft)
    if (!found || found.modifiedAt >= before) return false
    await fs.remove(draft).catch(ignoreCodes('ENOENT'))
    return true
  }

  function locate(key: string): { folder: string; name: string } {
    const place = pathOfKey(key)
    return { folder: path.join(root, place.folder), name: place.name }
  }

  return {
    put,
    head,
    async get(key, range) {
      checkKey(key)
      const { folder, name } = locate(key)
      const opened = await fs.read(path.join(folder, name), range)
      if (!opened) throw new MediaMissingError(`no media under ${key}`)
      return { key, ...opened, contentType: contentTypeOf(key) }
    },
    async delete(keys) {
      for (let at = 0; at < keys.length; at += DELETES_AT_ONCE) {
        // oxlint-disable-next-line no-await-in-loop -- a few deletes at a time leave the disk free for the intake
        await Promise.all(keys.slice(at, at + DELETES_AT_ONCE).map(remove))
      }
    },
    async *list(folder, before) {
      checkFolder(folder)
      for await (const file of walk(folder.slice(0, -1))) {
        const key = keyOfPath(file.folder, file.name)
        const found = key !== undefined && (await fs.find(path.join(root, file.folder, file.name)))
        if (key !== undefined && found && found.modifiedAt < before)
          yield { key, ...found, contentType: contentTypeOf(key) }
      }
    },
    async sweepDrafts(before) {
      let swept = 0
      for await (const { folder, name } of walk('')) {
        const place = path.join(root, folder, name)
        if (name.startsWith(DRAFT_MARK) && (await removeOldDraft(place, before))) swept++
        if (name === '' && isPastShard(folder, before)) {
          folders.forget(place)
          await fs.removeFolder(place).catch(ignoreCodes('ENOTEMPTY', 'EEXIST', 'ENOENT'))
        }
      }
      return swept
    },
    freeBytes: () => fs.freeBytes(root),
    async check() {
      const probe = path.join(root, `${DRAFT_MARK}check-${randomBytes(6).toString('hex')}`)
      const file = await fs.create(probe)
      await file.close()
      await fs.remove(probe)
    },
    close() {},
  }
}

/** Collects small chunks up to about a mebibyte. It does not copy them into one buffer, since that would burden the garbage collector. */
async function* gather(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    bytes += chunk.byteLength
    if (bytes < WRITE_BYTES) continue
    yield waiting
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield waiting
}

function ignoreCodes(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!hasCode(error, ...codes)) throw error
  }
}
