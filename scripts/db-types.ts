// Generates the database types from a freshly migrated database. With --check it only reports whether they are up to date.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, PostgresDialect } from 'kysely-codegen'
import { createDb, createPool } from '../apps/server/src/platform/db/pool.ts'
import { readMigrations } from '../apps/server/src/platform/db/migration-files.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/embedded-postgres.ts'

const file = new URL('../apps/server/src/platform/db/types.generated.ts', import.meta.url)
const check = process.argv.includes('--check')

const dir = await mkdtemp(join(tmpdir(), 'winnow-types-'))
try {
  const types = await typesOfScratchDatabase(join(dir, 'postgres'))
  if (!check) await writeFile(file, types)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== types) {
    console.error('types.generated.ts does not fit the migrations: run npm run db:types')
    process.exitCode = 1
  }
} finally {
  await rm(dir, { recursive: true, force: true })
}

async function typesOfScratchDatabase(folder: string): Promise<string> {
  const server = await startEmbeddedPostgres({ dir: folder, log: () => undefined, durable: false })
  try {
    const ownerUrl = server.url('owner')
    await migrate({ ownerUrl, migrations: await readMigrations() })
    const db = createDb(createPool(ownerUrl, { name: 'db-types', maxConnections: 2, onError: console.error }))
    try {
      return await generate({
        db,
        dialect: new PostgresDialect(),
        singularize: false,
        // Partitions are left out. They have the columns of their table, and no query names them.
        partitions: false,
        excludePattern: 'schema_migration',
        defaultSchemas: ['public'],
      })
    } finally {
      await db.destroy()
    }
  } finally {
    await server.stop()
  }
}
