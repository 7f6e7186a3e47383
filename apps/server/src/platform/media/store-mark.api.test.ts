import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
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

/** The statement from docs/operations.md that makes a database forget its mark. */
const FORGET = sql`insert into system_setting (key, value) values ('media.store', 'null')
  on conflict (key) do update set value = 'null'`

const open = () => openFileStore({ root })
const match = (media: MediaStore) => matchStore(database.runtime, media, root)
/** The volume is unmounted, and an empty folder appears in its place. */
const unmount = () => rename(root, join(folder, 'unmounted'))

describe('the mark of a media store', () => {
  it('is written at the first start and found at the next start, even by processes that start simultaneously', async () => {
    const media = await open()
    const marks = await Promise.all([match(media), match(media), match(media)])
    expect(new Set(marks).size).toBe(1)
    expect(await match(await open())).toBe(marks[0])
  })

  it('is not written to an empty folder by a later start, which fails with an error that says what to do', async () => {
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

  it('is adopted by a database without a mark, such as a database restored from an old backup', async () => {
    const media = await open()
    const mark = await match(media)
    await inSystem(database.runtime, (tx) => tx.deleteFrom('system_setting').execute())
    expect(await match(media)).toBe(mark)
  })

  describe('a mark in an installation from before there were marks', () => {
    const KEYS = ['0.jpg', '1.jpg'].map((name) => `media/2026-01-01/older/${name}`)
    let tenant: Tenant
    beforeEach(async () => {
      tenant = await createTenant(database.runtime)
      await inSystem(database.runtime, async (tx) => {
        await tx.deleteFrom('frame').execute()
        const frame = { alarm_id: tenant.alarmId, company_id: tenant.companyId, signal_id: tenant.signalId }
        const kept = KEYS.map((key, position) => ({
          ...frame,
          position,
          media_id: `${position}`,
          kind: 'still' as const,
          original_key: position === 0 ? key : null,
          display_key: position === 0 ? null : key,
          judged: true,
          original_type: 'image/jpeg',
          original_bytes: 4,
        }))
        // Rows whose files were removed by retention or a crash. They do not help to recognise the store.
        const bare = { ...frame, position: 2, media_id: '2', kind: 'still' as const }
        const lost = { ...bare, original_type: 'image/jpeg', original_bytes: 4 }
        await tx
          .insertInto('frame')
          .values([...kept, lost])
          .execute()
      })
    })
    afterEach(() => inSystem(database.runtime, (tx) => tx.deleteFrom('frame').execute()))

    it('is not written to a store without any of the newest pictures, such as the folder below a volume', async () => {
      const empty = await open()
      await expect(match(empty)).rejects.toThrow(
        `The pictures' store, ${root}, holds none of the newest pictures that this database knows: mount its volume`,
      )
      expect(await readdir(root)).toEqual([])
    })

    it('is not adopted from the store of another installation', async () => {
      const media = await open()
      await media.put('store/mark.json', Buffer.from('{"id":"01900000-0000-7000-8000-000000000002"}'))
      await expect(match(media)).rejects.toThrow('holds none of the newest pictures')
    })

    it.each(KEYS)('is written if one of these pictures exists (%s)', async (key) => {
      const media = await open()
      await media.put(key, Buffer.from('jpeg'))
      const mark = await match(media)
      expect(await isMarked(media, mark)).toBe(true)
    })

    it('is written if the pictures are lost and the operator resets the mark in the database', async () => {
      for (const earlier of [undefined, '{"id":"01900000-0000-7000-8000-000000000003"}']) {
        await inSystem(database.runtime, async (tx) => {
          await tx.deleteFrom('system_setting').execute()
          if (earlier) await tx.insertInto('system_setting').values({ key: 'media.store', value: earlier }).execute()
          await FORGET.execute(tx)
        })
        const media = await open()
        const mark = await match(media)
        expect(await isMarked(media, mark)).toBe(true)
        expect(await match(media)).toBe(mark)
        await rm(root, { recursive: true })
      }
    })
  })

  it('is reported as missing while the program runs, and found when it is back', async () => {
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
