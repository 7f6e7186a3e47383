import { join } from 'node:path'
import type { Pool } from 'pg'
import { findRunningPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { readMigrations } from './migration-files.ts'
import { createDb, createPool } from './pool.ts'
import { prepareDatabase } from './prepare-database.ts'
import { findMissingProtections } from './roles.ts'
import type { Db } from './transaction.ts'

/** How to reach the database as each of its two roles, and how to let go of it. */
export interface DatabaseServer {
  runtimeUrl: string
  ownerUrl: string
  /** True when the server is ours and lives in the data folder. */
  embedded: boolean
  /** Stops the server if this process started it. */
  stop: () => Promise<void>
}

/** The database as the program uses it. */
export interface Database {
  /** For everything: bound by row-level security, cannot change definitions. */
  runtime: Db
  /** The same connections, for work that sends the same few statements again and again. */
  often: Db
  /** For what definitions need, as new partitions, and for the job queue. */
  owner: Db
  runtimePool: Pool
  ownerPool: Pool
  server: DatabaseServer
  /** Migrations that ran on this start. */
  migrated: string[]
  /** What an own server's roles could do and should not, for the start to say. */
  missingProtections: string[]
  /** Ends the connections, then the server if it is ours. */
  close: () => Promise<void>
}

export interface DatabaseOptions {
  dataDir: string
  /** As in the settings; empty for the embedded server. */
  database: { url?: string; ownerUrl?: string }
  /** The embedded server's own log, line by line. */
  onServerLog: (line: string) => void
}

export interface OpenDatabaseOptions extends DatabaseOptions {
  onPoolError: (error: Error) => void
  beforeMigration?: (server: DatabaseServer, pending: string[]) => Promise<void>
  onMigrated?: (name: string) => void
  runtimeConnections?: number
  ownerConnections?: number
}

/** Starts the embedded server, or takes the one that the settings name. */
async function startDatabaseServer(options: DatabaseOptions): Promise<DatabaseServer> {
  const { url, ownerUrl } = options.database
  if (url !== undefined) return ownServer(url, ownerUrl)
  const server = await startEmbeddedPostgres({ dir: join(options.dataDir, 'postgres'), log: options.onServerLog })
  return { runtimeUrl: server.url('runtime'), ownerUrl: server.url('owner'), embedded: true, stop: server.stop }
}

/** The server for a command beside the program: the one that runs, or one started for the command alone. */
export async function attachDatabaseServer(options: DatabaseOptions): Promise<DatabaseServer> {
  const running =
    options.database.url === undefined ? await findRunningPostgres(join(options.dataDir, 'postgres')) : undefined
  if (!running) return startDatabaseServer(options)
  return { runtimeUrl: running.url('runtime'), ownerUrl: running.url('owner'), embedded: true, stop: nothingToStop }
}

/**
 * Starts or finds the server, brings the schema up to date and opens the connections.
 * @throws StartError with one line for whoever starts the program
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const server = await startDatabaseServer(options)
  try {
    const { beforeMigration, onMigrated } = options
    const migrated = await prepareDatabase({
      runtimeUrl: server.runtimeUrl,
      ownerUrl: server.ownerUrl,
      migrations: await readMigrations(),
      ...(beforeMigration ? { beforeChange: (pending) => beforeMigration(server, pending) } : {}),
      ...(onMigrated ? { onMigrated } : {}),
    })
    const missingProtections = server.embedded ? [] : await findMissingProtections(server.runtimeUrl)
    return { ...connect(server, options), migrated, missingProtections }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Opens the connections to a database that is ready. */
export function connect(
  server: DatabaseServer,
  options: Pick<OpenDatabaseOptions, 'onPoolError' | 'runtimeConnections' | 'ownerConnections'>,
): Pick<Database, 'runtime' | 'often' | 'owner' | 'runtimePool' | 'ownerPool' | 'server' | 'close'> {
  const pool = (url: string, name: string, maxConnections: number) =>
    createPool(url, { name, maxConnections, onError: options.onPoolError })
  const runtimePool = pool(server.runtimeUrl, 'winnow', options.runtimeConnections ?? 30)
  const ownerPool = pool(server.ownerUrl, 'winnow owner', options.ownerConnections ?? 10)
  const [runtime, owner] = [createDb(runtimePool), createDb(ownerPool)]
  const often = createDb(runtimePool, { keepsPlans: true })
  const close = async () => {
    // The pools, not the handles: one that was never used would leave the pool that it shares open.
    await Promise.all([endPool(runtimePool), endPool(ownerPool)])
    await server.stop()
  }
  return { runtime, often, owner, runtimePool, ownerPool, server, close }
}

/** Ends a pool, once. */
async function endPool(pool: Pool): Promise<void> {
  if (!pool.ending) await pool.end()
}

function ownServer(url: string, ownerUrl: string | undefined): DatabaseServer {
  return { runtimeUrl: url, ownerUrl: ownerUrl ?? url, embedded: false, stop: nothingToStop }
}

async function nothingToStop(): Promise<void> {}
