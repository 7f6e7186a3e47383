import { createContainer } from './container.ts'
import { intakePorts, startConnect, startIntake, startEverywhere, type Running } from './roles.ts'
import { loadKeyRing } from './platform/crypto/key-ring.ts'
import { readDatabaseTime, startDatabaseClock } from './platform/db/database-clock.ts'
import { connect } from './platform/db/open-database.ts'
import { loadEnv } from './platform/env.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { openMedia } from './platform/media/open-media.ts'
import { isMarked } from './platform/media/store-mark.ts'
import { registerStartSecrets } from './platform/register-secrets.ts'
import type { Readiness } from './modules/system/index.ts'
import type { IntakeStart, IntakePorts } from './processes/intake-requests.ts'
import { version } from './version.ts'

export interface ChildProgram {
  log: Logger
  ports(): IntakePorts
  readiness(): Promise<Readiness>
  /** Counts a message of a camera. Returns false if the camera sends too many. */
  countMessage(camera: string): boolean
  metrics(): Promise<string>
  stop(): Promise<void>
}

/** The number of database connections of this process. The main process has separate connections. */
const CONNECTIONS = { runtimeConnections: 20, ownerConnections: 1 }

/** The roles that have a process of their own beside the main one. */
export type ChildRole = 'intake' | 'connect'

/**
 * Receives alarms by mail, FTP and HTTP, or fetches them from devices; parses them and enforces their deadline. The database must be
 * migrated, and the mark of the media store must be known (`mark`).
 * @throws StartError with lines for the user who starts the program
 */
export async function startChildProgram(
  environment: NodeJS.ProcessEnv,
  role: ChildRole,
  { database: { runtimeUrl, ownerUrl }, mark, ports, demoStreamPort }: IntakeStart,
): Promise<ChildProgram> {
  const env = { ...loadEnv(environment), roles: [role] }
  const log = createLogger({ level: env.logLevel, terminal: process.stdout.isTTY }).child({ process: role })
  const keys = await loadKeyRing(env.secretKeyFile, { create: false })
  registerStartSecrets({
    addresses: [runtimeUrl, ownerUrl, env.mail.url],
    values: [env.s3?.credentials?.secretAccessKey],
    keys,
  })
  const media = await openMedia(env)
  const server = { runtimeUrl, ownerUrl, embedded: env.database.url === undefined, stop: async () => undefined }
  const onPoolError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const database = connect(server, { onPoolError, ...CONNECTIONS })
  const { runtime: db, preparedDb } = database
  const clock = await startDatabaseClock({ read: () => readDatabaseTime(db), log })
  const container = await createContainer({
    env,
    clock,
    log,
    db,
    preparedDb,
    runtimeUrl,
    media,
    isOwnStore: () => isMarked(media, mark),
    keys,
    version,
    ownAddresses: [],
    demoStreamPort,
    process: role,
  })
  Object.assign(container.ports, ports)
  const running: Running[] = []
  const stop = async (): Promise<void> => {
    // All parts stop at the same time, as in the main process. Reading also stops at once: its messages in progress may take seconds, and
    // messages that are still accepted are read after the next start.
    await Promise.all([container.deps.pump, ...running].map((part) => part.stop()))
    await container.close()
    clock.stop()
    media.close()
    await database.close()
  }
  try {
    running.push(...startEverywhere(container))
    running.push(...(role === 'intake' ? await startIntake(container) : [startConnect(container)]))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    log,
    ports: () => intakePorts(container),
    readiness: container.deps.probes.readiness,
    countMessage: (camera) => container.deps.limits.byCamera.take(camera, clock.now()),
    metrics: async () => (await container.deps.metrics.render()).body,
    stop,
  }
}
