import { runMigrations } from 'graphile-worker'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'
import type { MigrateOptions } from './migrate.ts'
import { grantRuntime } from './roles.ts'
import { withClient } from './with-client.ts'

const OLDEST_SERVER = 15

/** The key of the lock that a connection holds while it prepares the database. An arbitrary constant. */
const PREPARE_LOCK = 7_720_021_802

export interface PrepareOptions extends MigrateOptions {
  runtimeUrl: string
}

/**
 * Prepares a database for the program: schema, job queue, rights of the runtime role. Programs that start at once take turns, since
 * PostgreSQL refuses to change the rights of one table in two transactions.
 * @returns the names of the migrations that ran
 * @throws StartError when the server cannot be reached, is too old, or the schema does not fit
 */
export async function prepareDatabase(options: PrepareOptions): Promise<string[]> {
  const runtimeRole = await checkServer(options.runtimeUrl, 'DATABASE_URL')
  await checkServer(options.ownerUrl, 'DATABASE_OWNER_URL')
  return withClient(options.ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK])
    const ran = await migrate(options)
    await runMigrations({ connectionString: options.ownerUrl })
    await grantRuntime(options.ownerUrl, runtimeRole)
    return ran
  })
}

/** @returns the role that the address logs in as */
async function checkServer(url: string, setting: string): Promise<string> {
  const found = await withClient(url, async (client) => {
    const { rows } = await client.query<{ role: string; version: string }>(
      `select current_user as role, current_setting('server_version_num') as version`,
    )
    return rows[0]
  }).catch((error: unknown) => {
    throw new StartError(`The database of ${setting} cannot be used: ${reason(error)}`, { cause: error })
  })
  if (!found || Number(found.version) < OLDEST_SERVER * 10_000) {
    throw new StartError(`The database of ${setting} is older than PostgreSQL ${OLDEST_SERVER}.`)
  }
  return found.role
}

/** Returns the reason of a failed connection. For a host with several addresses, the error itself has no message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ')
  return error instanceof Error ? error.message : String(error)
}
