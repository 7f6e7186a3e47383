import { Client } from 'pg'
import { StartError } from '../start-error.ts'
import type { Migration } from './migration-files.ts'

/** The key of the lock that makes programs that start at once migrate one after another. An arbitrary constant. */
const LOCK_KEY = 7_720_021_801

export interface MigrateOptions {
  /** The role that owns the tables. */
  ownerUrl: string
  migrations: Migration[]
  /** Called once before the first change to a database that already holds data, for example for a backup. */
  beforeChange?: (pending: string[]) => Promise<void>
  onMigrated?: (name: string) => void
}

interface Recorded {
  name: string
  sha256: string
}

/**
 * Updates a database to the program's schema. Each migration runs in a transaction that also records it, so a start that was killed
 * continues where it stopped.
 * @returns the names of the migrations that ran
 * @throws StartError for a database of a newer program, or a migration that was changed after it ran
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const client = new Client({ connectionString: options.ownerUrl, application_name: 'winnow migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await client.query(`create table if not exists schema_migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    const recorded = await client.query<Recorded>('select name, sha256 from schema_migration order by name')
    const pending = findPending(options.migrations, recorded.rows)
    if (pending.length > 0 && recorded.rows.length > 0) await options.beforeChange?.(pending.map(({ name }) => name))
    for (const migration of pending) {
      await apply(client, migration)
      options.onMigrated?.(migration.name)
    }
    return pending.map(({ name }) => name)
  } finally {
    // Also releases the lock.
    await client.end()
  }
}

/**
 * The migrations that have not run yet.
 * @throws StartError when files and records contradict each other
 */
export function findPending(migrations: Migration[], recorded: Recorded[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, sha256 } of recorded) {
    const file = known.get(name)
    if (file === undefined) {
      throw new StartError(
        `The database was written by a newer version of Winnow (it has ${name}): start that version, or restore a backup made with this one.`,
      )
    }
    if (file.sha256 !== sha256) {
      throw new StartError(
        `Migration ${name} is not the one that ran on this database: put the original file back; changes need a migration of their own.`,
      )
    }
  }
  const done = new Set(recorded.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !done.has(name))
  const last = recorded.at(-1)?.name ?? ''
  const late = pending.find(({ name }) => name < last)
  if (late)
    throw new StartError(
      `Migration ${late.name} comes before ${last}, which already ran: it must be named later (npm run migration -- rename).`,
    )
  return pending
}

async function apply(client: Client, { name, sha256, sql }: Migration): Promise<void> {
  try {
    await client.query('begin')
    // Row-level security applies to the owner too. A migration that moves data must see all of it.
    await client.query(`select set_config('app.system', 'on', true)`)
    await client.query(sql)
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`Migration ${name} failed and changed nothing: ${reason}`, { cause: error })
  }
}
