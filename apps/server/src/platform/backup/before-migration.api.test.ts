import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import type { TestDatabase } from '../../../test/database/test-database.ts'
import { backupBeforeMigration } from './before-migration.ts'
import { checkBackup } from './restore-backup.ts'
import { makePlace } from './testing/arrivals.ts'

let dataDir: string
let database: TestDatabase
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'winnow-data-'))
  database = await createTestDatabase()
  await makePlace(database.runtime)
})
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const backUp = (day: number) =>
  backupBeforeMigration({
    dataDir,
    ownerUrl: database.ownerUrl,
    secretKeyFile: join(dataDir, 'secret.key'),
    pending: ['0002-next.sql', '0003-later.sql'],
    clock: () => new Date(Date.UTC(2026, 10, day)),
  })

describe('backupBeforeMigration', () => {
  it('backs up the rows without media, named after the next version', async () => {
    const dir = await backUp(20)
    expect(dir).toBe(join(dataDir, 'backups', '2026-11-20T00-00-00-000Z-before-0002-next'))
    const manifest = await checkBackup(dir)
    expect(manifest.media).toBeUndefined()
    expect(manifest.tables.find(({ name }) => name === 'view')?.rows).toBe(1)
  })

  it('keeps the newest three', async () => {
    const made = [await backUp(1), await backUp(2), await backUp(3), await backUp(4)]
    const kept = await readdir(join(dataDir, 'backups'))
    expect(new Set(kept)).toEqual(new Set(made.slice(1).map((dir) => basename(dir))))
  })
})
