import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFileStore } from './file-store.ts'
import { type FileSystem, nodeFileSystem } from './file-system.ts'
import { describeMediaStore } from './media-store.behaviour.ts'
import { MediaFullError } from './media-store.ts'

describeMediaStore(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'winnow-media-'))
  const store = await openFileStore({ root: path.join(folder, 'media') })
  return {
    store,
    async close() {
      store.close()
      await rm(folder, { recursive: true })
    },
  }
})

const uuid = (ms: number) => {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8def-0123456789ab`
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

describe('the file store on its disk', () => {
  let root: string
  const picture = Buffer.alloc(2_000, 7)
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'winnow-media-'))
  })
  afterEach(() => rm(root, { recursive: true }))

  test('creates files and folders that only this user can access', async () => {
    const store = await openFileStore({ root: path.join(root, 'media') })
    await store.put('a/b.jpg', picture)
    const [file = ''] = await filesBelow(root)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
    expect((await stat(path.join(root, 'media'))).mode & 0o777).toBe(0o700)
  })

  test('uses the same folder for files of a quarter of an hour, and several folders for a day', async () => {
    const store = await openFileStore({ root })
    const start = Date.UTC(2026, 10, 20)
    for (let minute = 0; minute < 24 * 60; minute += 5)
      await store.put(`f/${uuid(start + minute * 60_000)}.jpg`, picture)
    const shards = await readdir(path.join(root, 'f'))
    expect(shards.length).toBeGreaterThan(80)
    expect(shards.length).toBeLessThan(86)
  })

  test('leaves no draft after a failed put', async () => {
    const store = await openFileStore({ root })
    await expect(store.put('a/b.eml', Buffer.alloc(10), { limit: 5 })).rejects.toThrow('more than 5 bytes')
    expect(await filesBelow(root)).toEqual([])
  })

  test('deletes old drafts of a dead process, and never lists them', async () => {
    const store = await openFileStore({ root })
    await store.put('a/b.jpg', picture)
    const folder = path.dirname((await filesBelow(root))[0] ?? '')
    await writeFile(path.join(folder, '.0123456789abcdef01234567'), 'half')
    await writeFile(path.join(folder, '.fedcba9876543210fedcba98'), 'young')
    const yesterday = new Date(Date.now() - 86_400_000)
    await utimes(path.join(folder, '.0123456789abcdef01234567'), yesterday, yesterday)
    const listed: string[] = []
    for await (const { key } of store.list('', new Date(Date.now() + 60_000))) listed.push(key)
    expect(listed).toEqual(['a/b.jpg'])
    expect(await store.sweepDrafts(new Date(Date.now() - 3_600_000))).toBe(1)
    expect((await readdir(folder)).toSorted()).toEqual(['.fedcba9876543210fedcba98', 'b.jpg'])
  })

  test('does not list unknown files in its folder', async () => {
    const store = await openFileStore({ root })
    await mkdir(path.join(root, 'lost+found'))
    await writeFile(path.join(root, 'lost+found', 'x.jpg'), 'x')
    await writeFile(path.join(root, 'readme.txt'), 'x')
    const listed: string[] = []
    for await (const { key } of store.list('', new Date(Date.now() + 60_000))) listed.push(key)
    expect(listed).toEqual([])
  })

  test('removes folders that retention emptied, keeps the folders of today, and accepts later puts', async () => {
    const store = await openFileStore({ root })
    const old = `f/${uuid(Date.now() - 40 * 86_400_000)}.jpg`
    const young = `f/${uuid(Date.now())}.jpg`
    await store.put(old, picture)
    await store.put(young, picture)
    await store.delete([old, young])
    await store.sweepDrafts(new Date(Date.now() - 86_400_000))
    expect(await readdir(path.join(root, 'f'))).toHaveLength(1)
    await store.put(old, picture)
    expect(await store.head(old)).toMatchObject({ bytes: 2_000 })
  })

  test('creates a folder again after somebody removed it', async () => {
    const store = await openFileStore({ root })
    await store.put('a/b.jpg', picture)
    await rm(path.join(root, 'a'), { recursive: true })
    await store.put('a/b.jpg', picture)
    expect(await store.head('a/b.jpg')).toBeDefined()
  })

  test('refuses puts while disk space is low and accepts them afterwards', async () => {
    let free = 900
    const fs: FileSystem = { ...nodeFileSystem, freeBytes: () => Promise.resolve(free) }
    const store = await openFileStore({ root, fs, minFreeBytes: 1_000 })
    await expect(store.put('a/b.jpg', picture)).rejects.toThrow(MediaFullError)
    expect(await store.freeBytes()).toBe(900)
    await expect(store.put('a/b.jpg', picture)).rejects.toThrow(MediaFullError)
    free = 1_000
    await expect(store.put('a/b.jpg', picture)).resolves.toMatchObject({ bytes: 2_000 })
  })

  test.each(['ENOSPC', 'EDQUOT'])(
    'reports a disk that fills up during a put (%s) and leaves no draft',
    async (code) => {
      const fs: FileSystem = {
        ...nodeFileSystem,
        async create(file) {
          const real = await nodeFileSystem.create(file)
          return { ...real, write: () => Promise.reject(Object.assign(new Error('no space'), { code })) }
        },
      }
      const store = await openFileStore({ root, fs })
      await expect(store.put('a/b.jpg', picture)).rejects.toThrow(MediaFullError)
      expect(await filesBelow(root)).toEqual([])
    },
  )

  test('shares one sync of a folder between simultaneous puts', async () => {
    let syncs = 0
    const fs: FileSystem = {
      ...nodeFileSystem,
      syncFolder(folder) {
        syncs++
        return nodeFileSystem.syncFolder(folder)
      },
    }
    const store = await openFileStore({ root, fs })
    await store.put(`f/${uuid(Date.now())}.jpg`, picture)
    syncs = 0
    const start = Date.now()
    await Promise.all(Array.from({ length: 50 }, () => store.put(`f/${uuid(start)}.jpg`, picture)))
    expect(syncs).toBeGreaterThan(0)
    expect(syncs).toBeLessThan(50)
  })
})
