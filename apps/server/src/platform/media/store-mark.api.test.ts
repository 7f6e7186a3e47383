import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem } from '../db/transaction.ts'
import { openFileStore } from './file-store.ts'
import type { MediaStore } from './media-store.ts'
import { isMarked, matchStore } from './store-mark.ts'

let database: TestDatabase
let folder: string
let root: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-mark-'))
  root = join(folder, 'media')
})
afterEach(async () => {
  await inSystem(database.runtime, (tx) => tx.deleteFrom('system_setting').execute())
  await rm(folder, { recursive: true })
})

const open = () => openFileStore({ root })
const match = (media: MediaStore) => matchStore(database.runtime, media, root)
/** The volume goes away, and below it is an empty folder. */
const unmount = () => rename(root, join(folder, 'unmounted'))

describe('the mark of a media store', () => {
  it('is made at the first start and found at the next, by processes that start together too', async () => {
    const media = await open()
    const marks = await Promise.all([match(media), match(media), match(media)])
    expect(new Set(marks).size).toBe(1)
    expect(await match(await open())).toBe(marks[0])
  })

  it('is missed in an empty folder: nothing starts, nothing is written, and the words say what to do', async () => {
    await match(await open())
    await unmount()
    const empty = await open()
    await expect(match(empty)).rejects.toThrow(
      `The pictures' store, ${root}, does not bear the mark that this database knows: mount its volume`,
    )
    expect(await readdir(root)).toEqual([])
  })

  it('of another installation is refused', async () => {
    await match(await open())
    await unmount()
    const other = await open()
    await inSystem(database.runtime, (tx) => tx.deleteFrom('system_setting').execute())
    const theirs = await match(other)
    await inSystem(database.runtime, (tx) =>
      tx
        .updateTable('system_setting')
        .set({ value: JSON.stringify({ id: '01900000-0000-7000-8000-000000000001' }) })
        .execute(),
    )
    await expect(match(other)).rejects.toThrow('bears another mark than the one that this database knows')
    expect(await isMarked(other, theirs)).toBe(true)
  })

  it('is taken over by a database that knows none, as one restored from before there were marks', async () => {
    const media = await open()
    const mark = await match(media)
    await inSystem(database.runtime, (tx) => tx.deleteFrom('system_setting').execute())
    expect(await match(media)).toBe(mark)
  })

  it('is missed while the program runs, and found again', async () => {
    const media = await open()
    const mark = await match(media)
    expect(await isMarked(media, mark)).toBe(true)
    await unmount()
    expect(await isMarked(await open(), mark)).toBe(false)
    await rm(root, { recursive: true })
    await rename(join(folder, 'unmounted'), root)
    expect(await isMarked(media, mark)).toBe(true)
  })
})
