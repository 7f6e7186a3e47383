import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { joinTrips } from './joined-trips.ts'
import { OncePool } from './once-pool.ts'
import type { Db } from './transaction.ts'
import type { DB } from './types.generated.ts'

export interface PoolOptions {
  /** The name of the connections in pg_stat_activity. */
  name: string
  maxConnections: number
  /** Called when an idle connection breaks, for example when the server restarts. Running queries report the error themselves. */
  onError: (error: Error) => void
}

/** Connections to one database with one role. A broken connection is replaced at its next use. */
export function createPool(url: string, options: PoolOptions): Pool {
  const pool = new OncePool({
    connectionString: url,
    application_name: options.name,
    max: options.maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Queries are sent without waiting for the answers to earlier ones.
    pipeline: true,
  })
  // Without a listener, a broken idle connection would end the process. While the pool ends, connections are expected to break.
  pool.on('error', (error) => {
    if (!pool.ending) options.onError(error)
  })
  // The pool listens to idle connections only. A connection that breaks between two queries of a transaction would end the process. With
  // this listener, the next query fails and reports it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Typed queries over a pool. Destroying the handle ends the pool. */
export function createDb(pool: Pool, options = { keepsPlans: false }): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: joinTrips(pool, options) }) })
}
