import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import type { TestDatabase } from '../../../test/database/test-database.ts'
import { inSystem, inTenant } from '../db/transaction.ts'
import { withClient } from '../db/with-client.ts'
import { openFileStore } from '../media/file-store.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createBackup } from './create-backup.ts'
import { DELIVERIES_HELD } from './hold-deliveries.ts'
import { backupPaths, writeManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { arrive, makePlace, messageOf } from './testing/arrivals.ts'
import type { Place } from './testing/arrivals.ts'

interface Installation {
  database: TestDatabase
  media: MediaStore
  secretKeyFile: string
}

let folder: string
let source: Installation
let target: Installation
let place: Place
let backup: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-backup-'))
  backup = join(folder, 'backup')
  source = await install('source')
  target = await install('target')
  await writeFile(source.secretKeyFile, 'the key')
  place = await makePlace(source.database.runtime)
})
afterEach(async () => {
  await Promise.all([source.database.close(), target.database.close()])
  await rm(folder, { recursive: true, force: true })
})

async function install(name: string): Promise<Installation> {
  const media = await openFileStore({ root: join(folder, `${name}-media`) })
  return { database: await createTestDatabase(), media, secretKeyFile: join(folder, `${name}.key`) }
}

const arriveAt = (at: Date) => arrive(source.database.runtime, source.media, place, at)
const make = () =>
  createBackup({ ...source, ownerUrl: source.database.ownerUrl }, backup, () => new Date(Date.now() + 1000))
const restore = async () => {
  const { url, ownerUrl } = target.database
  await restoreBackup({ ...target, runtimeUrl: url, ownerUrl }, backup, await checkBackup(backup))
}

/** A digest of every row of every table, without row-level security. */
async function digests({ database }: Installation, tables: Manifest['tables']): Promise<Record<string, string>> {
  return withClient(database.superuserUrl, async (client) => {
    const found: Record<string, string> = {}
    for (const { schema, name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${schema}.${name} t`,
      )
      found[`${schema}.${name}`] = rows[0]?.digest ?? ''
    }
    return found
  })
}

async function countCompanies({ database }: Installation): Promise<number> {
  const rows = await inSystem(database.runtime, (tx) => tx.selectFrom('company').select('id').execute())
  return rows.length
}

describe('a backup', () => {
  it('is identical after its restore into an empty installation, row for row and byte for byte', async () => {
    for (const day of ['2024-02-29', '2026-11-20']) await arriveAt(new Date(`${day}T12:00:00Z`))
    await inSystem(source.database.runtime, async (tx) => {
      const audit = { company_id: place.company, user_name: 'Ada', action: 'view.created', object_type: 'view' }
      await tx
        .insertInto('audit')
        .values({ id: place.view, ...audit, after: sql`'{"name": "\\\\N"}'` })
        .execute()
      await sql`select graphile_worker.add_job('mail.send', '{"to": "ada"}')`.execute(tx)
    })
    const manifest = await make()
    await restore()
    // The copy has one additional setting, which holds messages to receivers.
    const [{ 'public.system_setting': settings, ...same }, { 'public.system_setting': before, ...original }] =
      await Promise.all([digests(target, manifest.tables), digests(source, manifest.tables)])
    expect(same).toEqual(original)
    expect([before, settings]).toEqual([expect.stringMatching(/^0 /), expect.stringMatching(/^1 /)])
    expect(manifest.tables.find(({ name }) => name === 'audit')?.rows).toBe(1)
    expect(manifest.tables.find(({ name }) => name === '_private_jobs')?.rows).toBe(1)
    expect(manifest.media?.files).toBe(2)
    expect(await readFile(target.secretKeyFile, 'utf8')).toBe('the key')
    expect((await stat(target.secretKeyFile)).mode & 0o777).toBe(0o600)
  })

  it('contains the state of one instant if it is taken while alarms arrive, with the file of every row', async () => {
    const stopped = new AbortController()
    let arrived = 0
    const sender = async () => {
      while (!stopped.signal.aborted) {
        await arriveAt(new Date())
        arrived += 1
      }
    }
    const senders = [sender(), sender(), sender()]
    const before = await firstArrivals(() => arrived)
    await make()
    const after = arrived
    stopped.abort()
    await Promise.all(senders)
    expect(after).toBeGreaterThan(before)

    await restore()
    const { signals, alarms, tasks, counted } = await inSystem(target.database.runtime, async (tx) => ({
      signals: await tx.selectFrom('signal').select(['id', 'raw_key']).execute(),
      alarms: await tx.selectFrom('alarm').select('id').execute(),
      tasks: await tx.selectFrom('analysis_task').select('alarm_id').execute(),
      counted: await tx
        .selectFrom('alarm_quarter')
        .select((eb) => eb.fn.sum<string>('received').as('received'))
        .where('site_id', '=', place.site)
        .executeTakeFirstOrThrow(),
    }))
    expect(signals.length).toBeGreaterThanOrEqual(before)
    expect(signals.length).toBeLessThanOrEqual(after + senders.length)
    expect(alarms).toHaveLength(signals.length)
    expect(tasks).toHaveLength(signals.length)
    expect(Number(counted.received)).toBe(signals.length)
    for (const { id, raw_key } of signals) {
      const { body } = await target.media.get(raw_key ?? '')
      expect(await text(body)).toBe(messageOf(id))
    }
  })

  it('keeps row-level security after its restore, and ids continue where they were', async () => {
    await arriveAt(new Date())
    await make()
    await restore()
    const stranger = await inTenant(target.database.runtime, place.site, (tx) =>
      tx.selectFrom('alarm').select('id').execute(),
    )
    expect(stranger).toEqual([])
    const owner = target.database.owner
    expect(await owner.selectFrom('alarm').select('id').execute()).toEqual([])
    await expect(sql`delete from audit`.execute(target.database.runtime)).rejects.toThrow(/permission denied/)
    await arrive(target.database.runtime, target.media, place, new Date())
    const tasks = await inSystem(target.database.runtime, (tx) =>
      tx.selectFrom('analysis_task').select('sequence').orderBy('sequence').execute(),
    )
    expect(tasks.map(({ sequence }) => Number(sequence))).toEqual([1, 2])
  })

  it('holds messages to receivers after its restore, even if the original installation held them too', async () => {
    const held = ({ database }: Installation) =>
      inSystem(database.runtime, (tx) =>
        tx.selectFrom('system_setting').select(['key', 'value']).where('key', '=', DELIVERIES_HELD).execute(),
      )
    await inSystem(source.database.runtime, (tx) =>
      tx.insertInto('system_setting').values({ key: DELIVERIES_HELD, value: '"2026-01-01T00:00:00Z"' }).execute(),
    )
    const before = Date.now() - 60_000
    await make()
    await restore()
    const rows = await held(target)
    expect(rows).toHaveLength(1)
    expect(Date.parse(JSON.parse(JSON.stringify(rows[0]?.value)))).toBeGreaterThan(before)
  })

  it('has no locked jobs after its restore, even if a worker was running them', async () => {
    await withClient(source.database.superuserUrl, async (client) => {
      await client.query(`select graphile_worker.add_job('mail.send', '{}', 'mails')`)
      await client.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'`)
      await client.query(`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'gone'`)
    })
    await make()
    await restore()
    const { rows } = await withClient(target.database.superuserUrl, (client) =>
      client.query(
        'select j.is_available, q.is_available as queue from graphile_worker._private_jobs j, graphile_worker._private_job_queues q',
      ),
    )
    expect(rows).toEqual([{ is_available: true, queue: true }])
  })

  it('leaves out a file that retention deletes during the backup', async () => {
    await arriveAt(new Date())
    const { media } = source
    source.media = {
      ...media,
      async *list(prefix, before) {
        for await (const info of media.list(prefix, before)) {
          await media.delete([info.key])
          yield info
        }
      },
    }
    expect((await make()).media).toMatchObject({ files: 0, bytes: 0 })
    await checkBackup(backup)
  })
})

describe('a faulty backup', () => {
  beforeEach(async () => {
    await arriveAt(new Date())
    await make()
  })

  it.each([
    ['a table', () => join(backup, 'database', 'public.alarm.copy.zst')],
    ['the key', () => backupPaths(backup).key],
    ['the list of media', () => backupPaths(backup).mediaList],
  ])('is refused before anything is changed if %s was altered', async (_what, file) => {
    const bytes = await readFile(file())
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(file(), bytes)
    await expect(restore()).rejects.toThrow(/damaged: .* not as it was written/)
    expect(await countCompanies(target)).toBe(0)
  })

  it('is refused if a picture was altered, and the restore can be repeated with a good copy', async () => {
    const names = await readdir(backupPaths(backup).media, { recursive: true })
    const picture = join(backupPaths(backup).media, names.find((name) => name.endsWith('.eml')) ?? '')
    const good = await readFile(picture)
    await writeFile(picture, 'another message')
    await expect(restore()).rejects.toThrow(/signals\/.* is not the file that was backed up/)
    expect(await countCompanies(target)).toBe(0)
    await writeFile(picture, good)
    await restore()
    expect(await countCompanies(target)).toBe(1)
  })

  it('is refused if it is incomplete', async () => {
    await rm(backupPaths(backup).manifest)
    await expect(restore()).rejects.toThrow(/no finished backup/)
    await writeFile(backupPaths(backup).manifest, '{')
    await expect(restore()).rejects.toThrow(/no backup that this version of Winnow reads/)
  })

  it('is refused if a newer version wrote it', async () => {
    const manifest = await checkBackup(backup)
    const migrations = [...manifest.migrations, { name: '9999-later.sql', sha256: '' }]
    await writeManifest(backup, { ...manifest, migrations })
    await expect(restore()).rejects.toThrow(/newer version of Winnow \(it has 9999-later\.sql\)/)
  })

  it('changes nothing if rows are missing although the file is complete', async () => {
    const manifest = await checkBackup(backup)
    const tables = manifest.tables.map((table) => (table.name === 'alarm' ? { ...table, rows: 2 } : table))
    await writeManifest(backup, { ...manifest, tables })
    await expect(restore()).rejects.toThrow(/"alarm" has 1 rows instead of 2/)
    expect(await countCompanies(target)).toBe(0)
  })

  it('is not restored if the target has a database in use, another key, or another backup', async () => {
    await writeFile(target.secretKeyFile, 'another key')
    await expect(restore()).rejects.toThrow(/is another key than the backup's/)
    await rm(target.secretKeyFile)
    await restore()
    await expect(restore()).rejects.toThrow(/The database is in use/)
    await expect(make()).rejects.toThrow(/is not empty/)
  })
})

/** Waits until some alarms have arrived. */
async function firstArrivals(arrived: () => number): Promise<number> {
  await expect.poll(arrived, { interval: 5, timeout: 20_000 }).toBeGreaterThan(10)
  return arrived()
}
