import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { preparePostgresBinaries } from './binaries.ts'
import type { PostgresBinaries } from './binaries.ts'
import { clusterVersion, createCluster, DATABASE_NAME, ensureOwnership } from './cluster.ts'
import { connectionUrl, makeCredentials, readCredentials, writeCredentials } from './credentials.ts'
import type { Credentials } from './credentials.ts'
import { findFreePort, isPortFree } from './free-port.ts'
import { clearLeftovers } from './leftovers.ts'
import { acquireOwnerLock, findLockHolder } from './owner-lock.ts'
import { availableMemory, serverSettings } from './server-settings.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerProcess } from './server-process.ts'
import { findOrCreateSystemUser } from './system-user.ts'
import type { SystemUser } from './system-user.ts'

export interface EmbeddedPostgresOptions {
  /** The folder for the cluster and its files, normally <data>/postgres. */
  dir: string
  /** Called with every line of the server's log. */
  log: (line: string) => void
  /** False only in tests: commits may then be lost when the machine crashes. */
  durable?: boolean
  memoryBytes?: number
}

/** A PostgreSQL server that this process manages. */
export interface EmbeddedPostgres {
  /** The server's address for one of its roles; constant until `stop`. */
  url: (role: 'superuser' | 'owner' | 'runtime', database?: string) => string
  /** The postmaster's process id; undefined while it is being restarted. */
  pid: () => number | undefined
  /** Shuts the server down in PostgreSQL's fast mode. Resolves when the server has ended. */
  stop: () => Promise<void>
}

const files = (dir: string) => ({
  cluster: join(dir, 'cluster'),
  credentials: join(dir, 'credentials.json'),
  lock: join(dir, 'owner.lock'),
})

/**
 * Starts the embedded PostgreSQL in a folder, creates the cluster if there is none, and keeps the server running until `stop`. If the
 * server ends by itself, it is restarted on the same port; meanwhile clients get errors and retry.
 * @throws StartError when another process manages the folder, when the cluster has another major version, or when the server does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dir } = options
  // The server's user must be able to pass through this folder to the cluster, which is private. Other users cannot list the folder.
  await mkdir(dir, { recursive: true })
  await chmod(dir, 0o711)
  const lock = await acquireOwnerLock(files(dir).lock)
  if ('heldBy' in lock) {
    throw new StartError(`Winnow already runs on this data folder (process ${lock.heldBy}): ${dir}`)
  }
  try {
    const user = findOrCreateSystemUser()
    const binaries = await preparePostgresBinaries(user)
    const credentials = await prepareCluster(dir, binaries, user)
    return await supervise(options, binaries, user, credentials, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Returns how to connect to the embedded server of a folder that a live process manages; undefined when there is none. */
export async function findRunningPostgres(dir: string): Promise<Pick<EmbeddedPostgres, 'url'> | undefined> {
  if (!(await findLockHolder(files(dir).lock))) return undefined
  const credentials = await readCredentials(files(dir).credentials)
  return { url: (role, database = DATABASE_NAME) => connectionUrl(credentials, role, database) }
}

async function prepareCluster(
  dir: string,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<Credentials> {
  const { cluster, credentials: file } = files(dir)
  const version = await clusterVersion(cluster)
  if (version === undefined) {
    const credentials = makeCredentials(await findFreePort())
    // The credentials are written before the cluster, which would be useless without them.
    await writeCredentials(file, credentials)
    await createCluster(cluster, binaries, user, credentials)
    return credentials
  }
  if (version !== binaries.major) {
    throw new StartError(
      `${cluster} was written by PostgreSQL ${version}, this version of Winnow brings PostgreSQL ${binaries.major}: make a backup with the version of Winnow that wrote it and restore that with this one (docs/operations.md, "Another PostgreSQL").`,
    )
  }
  await clearLeftovers(cluster)
  await ensureOwnership(cluster, user)
  const credentials = await readCredentials(file)
  if (await isPortFree(credentials.port)) return credentials
  const moved = { ...credentials, port: await findFreePort() }
  await writeCredentials(file, moved)
  return moved
}

async function supervise(
  options: EmbeddedPostgresOptions,
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
  credentials: Credentials,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const { cluster } = files(options.dir)
  const start = () =>
    startServerProcess({
      program: binaries.postgres,
      clusterDir: cluster,
      port: credentials.port,
      settings: serverSettings(options.memoryBytes ?? availableMemory(), options.durable ?? true),
      user,
      log: options.log,
    })
  let server: ServerProcess | undefined = await start()
  const stopping = new AbortController()

  async function keepRunning(): Promise<void> {
    for (;;) {
      await server?.ended
      server = undefined
      if (stopping.signal.aborted) return
      options.log('LOG:  the server ended unexpectedly and is started anew')
      server = await startAgain(
        stopping.signal,
        async () => {
          await clearLeftovers(cluster)
          return start()
        },
        options.log,
      )
      if (stopping.signal.aborted) await server?.stop()
    }
  }

  // Stops the server, if possible, when this process exits without calling `stop`.
  const atExit = () => server?.stopSoon()
  process.on('exit', atExit)
  const running = keepRunning()
  return {
    url: (role, database = DATABASE_NAME) => connectionUrl(credentials, role, database),
    pid: () => server?.pid,
    stop: async () => {
      stopping.abort()
      await server?.stop()
      await running
      process.off('exit', atExit)
      release()
    },
  }
}

/** Starts the server again. Retries until that succeeds or `stop` is called, because a cause such as a full disk may be temporary. */
async function startAgain(
  stopping: AbortSignal,
  start: () => Promise<ServerProcess>,
  log: (line: string) => void,
): Promise<ServerProcess | undefined> {
  for (let pause = 100; !stopping.aborted; pause = Math.min(pause * 2, 10_000)) {
    try {
      return await start()
    } catch (error) {
      log(`LOG:  ${error instanceof Error ? error.message : String(error)}`)
    }
    await delay(pause, undefined, { signal: stopping }).catch(() => undefined)
  }
  return undefined
}
