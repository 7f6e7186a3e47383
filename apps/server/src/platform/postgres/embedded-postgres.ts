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
  /** Every line of the server's own log. */
  log: (line: string) => void
  /** False only in tests: commits may then be lost when the machine crashes. */
  durable?: boolean
  memoryBytes?: number
}

/** A PostgreSQL server that this process manages. */
export interface EmbeddedPostgres {
  /** Its address for one of its roles; constant until stop. */
  url: (role: 'superuser' | 'owner' | 'runtime', database?: string) => string
  /** The postmaster's process id; undefined while it is being restarted. */
  pid: () => number | undefined
  /** Fast shutdown. Resolves when the server has ended. */
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
 * @throws StartError when another process manages the folder, when its major version differs, or with the server's own reason
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dir } = options
  // Others may pass through to the cluster, which is private itself, but cannot list the folder.
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

/** How to connect to the embedded server of a folder that a live process manages; undefined when there is none. */
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
    // Written before the cluster, which would be useless without its passwords.
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

  // Also if this process ends without a stop, as far as possible.
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

/** Retries until it succeeds or is no longer wanted. A disk, for example, may be full for an hour only. */
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
