import { join } from 'node:path'
import type { Pool } from 'pg'
import { findRunningPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { readMigrations } from './migration-files.ts'
import { createDb, createPool } from './pool.ts'
import { prepareDatabase } from './prepare-database.ts'
import { findMissingProtections } from './roles.ts'
import type { Db } from './transaction.ts'

/** How to connect to the database as each of its two roles, and how to release it. */
export interface DatabaseServer {
  runtimeUrl: string
  ownerUrl: string
  /** True for the embedded server, whose data are in the data folder. */
  embedded: boolean
  /** Stops the server if this process started it. */
  stop: () => Promise<void>
}

/** The database as the program uses it. */
export interface Database {
  /** For all work that does not need the owner role. Row-level security applies to this role, and it cannot change definitions. */
  runtime: Db
  /** The same connections with prepared statements, whose plans PostgreSQL keeps. For statements that run with every message. */
  preparedDb: Db
  /** For changes of definitions, such as new partitions, and for the job queue. */
  owner: Db
  runtimePool: Pool
  ownerPool: Pool
  server: DatabaseServer
  /** Migrations that ran during this start. */
  migrated: string[]
  /** Rights that the roles of an external server have and should not have. The program warns about them at start. */
  missingProtections: string[]
  /** Closes the connections, then stops the embedded server, if it is used. */
  close: () => Promise<void>
}

export interface DatabaseOptions {
  dataDir: string
  /** The addresses from the settings; empty for the embedded server. */
  database: { url?: string; ownerUrl?: string }
  /** Called with each line of the embedded server's log. */
  onServerLog: (line: string) => void
}

export interface OpenDatabaseOptions extends DatabaseOptions {
  onPoolError: (error: Error) => void
  beforeMigration?: (server: DatabaseServer, pending: string[]) => Promise<void>
  onMigrated?: (name: string) => void
  runtimeConnections?: number
  ownerConnections?: number
}

/** Starts the embedded server, or uses the server from the settings. */
async function startDatabaseServer(options: DatabaseOptions): Promise<DatabaseServer> {
  const { url, ownerUrl } = options.database
  if (url !== undefined) return ownServer(url, ownerUrl)
  const server = await startEmbeddedPostgres({ dir: join(options.dataDir, 'postgres'), log: options.onServerLog })
  return { runtimeUrl: server.url('runtime'), ownerUrl: server.url('owner'), embedded: true, stop: server.stop }
}

/** Returns the server for a command that runs beside the program: the running server, or a server that is started for the command. */
export async function attachDatabaseServer(options: DatabaseOptions): Promise<DatabaseServer> {
  const running =
    options.database.url === undefined ? await findRunningPostgres(join(options.dataDir, 'postgres')) : undefined
  if (!running) return startDatabaseServer(options)
  return { runtimeUrl: running.url('runtime'), ownerUrl: running.url('owner'), embedded: true, stop: nothingToStop }
}

/**
 * Starts or finds the server, updates the schema and opens the connections.
 * @throws StartError with a one-line message for the operator
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
): Pick<Database, 'runtime' | 'preparedDb' | 'owner' | 'runtimePool' | 'ownerPool' | 'server' | 'close'> {
  const pool = (url: string, name: string, maxConnections: number) =>
    createPool(url, { name, maxConnections, onError: options.onPoolError })
  const runtimePool = pool(server.runtimeUrl, 'winnow', options.runtimeConnections ?? 30)
  const ownerPool = pool(server.ownerUrl, 'winnow owner', options.ownerConnections ?? 10)
  const [runtime, owner] = [createDb(runtimePool), createDb(ownerPool)]
  const preparedDb = createDb(runtimePool, { keepsPlans: true })
  const close = async () => {
    // Ends the pools, not the handles: a handle that was never used would leave its shared pool open.
    await Promise.all([endPool(runtimePool), endPool(ownerPool)])
    await server.stop()
  }
  return { runtime, preparedDb, owner, runtimePool, ownerPool, server, close }
}

/** Ends a pool, once. */
async function endPool(pool: Pool): Promise<void> {
  if (!pool.ending) await pool.end()
}

function ownServer(url: string, ownerUrl: string | undefined): DatabaseServer {
  return { runtimeUrl: url, ownerUrl: ownerUrl ?? url, embedded: false, stop: nothingToStop }
}

async function nothingToStop(): Promise<void> {}
