import { fileURLToPath } from 'node:url'
import type { HostPort } from '@winnow/delivery'
import { buildApp } from './app.ts'
import { createContainer } from './container.ts'
import { hasConnections } from './modules/connect/index.ts'
import {
  chooseStreamPort,
  demoTargets,
  firstStart,
  keepDemoStream,
  type NewAccount,
  startSimulator,
} from './modules/demo/index.ts'
import { ensurePartitions } from './modules/retention/index.ts'
import type { ProbeDeps } from './modules/system/index.ts'
import { MODULES } from './modules.ts'
import { backupBeforeMigration } from './platform/backup/before-migration.ts'
import { systemClock } from './platform/clock.ts'
import { displayHost } from './platform/create-platform.ts'
import { loadKeyRing } from './platform/crypto/key-ring.ts'
import { readDatabaseTime, startDatabaseClock } from './platform/db/database-clock.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { loadEnv, type Env } from './platform/env.ts'
import { startJobRunner } from './platform/jobs/job-runner.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { mediaPlace, openMedia } from './platform/media/open-media.ts'
import { isMarked, matchStore } from './platform/media/store-mark.ts'
import { registerStartSecrets } from './platform/register-secrets.ts'
import { checkStart } from './platform/start-checks.ts'
import { StartError } from './platform/start-error.ts'
import { mergeMetrics } from './platform/merge-metrics.ts'
import { keepConnectProcess, type ConnectProcess } from './processes/keep-connect-process.ts'
import { startIntakeProcess, type IntakeProcess } from './processes/start-intake-process.ts'
import {
  intakePorts,
  startConnect,
  startEverywhere,
  startHttp,
  startIntake,
  startProbes,
  startWorker,
  type Running,
} from './roles.ts'
import { version } from './version.ts'

const CONSOLE_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface Program {
  log: Logger
  stop(): Promise<void>
}

/** The addresses of the program's database and store. Users must not be able to make the server call them. */
function ownServices(databaseUrl: string, env: Env): HostPort[] {
  const database = new URL(databaseUrl)
  const services = [{ host: database.hostname || 'localhost', port: Number(database.port || 5432) }]
  if (env.s3?.endpoint !== undefined) {
    const store = new URL(env.s3.endpoint)
    services.push({ host: store.hostname, port: Number(store.port || (store.protocol === 'https:' ? 443 : 80)) })
  }
  return services
}

/** Writes to stdout, not to the log, for the user who started the program. Rejects when the output cannot be written. */
const say = (lines: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${lines.join('\n')}\n`, (error) => (error ? reject(error) : resolve()))
  })

/** Shows the passwords of new accounts. This is the only time, because only their hashes are stored. */
const announce = (accounts: NewAccount[]): Promise<void> =>
  say([
    'Accounts made on this first start. Their passwords are shown only now:',
    ...accounts.map(({ label, email, password }) => `  ${label.padEnd(14)} ${email.padEnd(34)} ${password}`),
    '',
  ]).catch((cause: unknown) => {
    throw new StartError(
      'The first accounts could not be shown, so none were made: start it where output can be seen.',
      {
        cause,
      },
    )
  })

/** Writes the addresses that a user needs after a start. A write error is ignored, because then no user is there to read them. */
const greet = (
  { console, probes }: { console: string | undefined; probes: string },
  intake:
    | { smtp: string; ftp: string | undefined; dc09: string | undefined; frontel: string | undefined; http: string }
    | undefined,
): Promise<void> =>
  say([
    // Without a console, the address of the probes shows the state of the program.
    `Winnow is ready: ${console ?? `${probes}/readyz`}`,
    ...(intake?.ftp === undefined ? [] : [`Cameras send files by FTP to ${intake.ftp}`]),
    ...(intake?.dc09 === undefined ? [] : [`Panels send alarms by SIA DC-09 to ${intake.dc09}, TCP and UDP`]),
    ...(intake?.frontel === undefined ? [] : [`Videofied panels report to ${intake.frontel}`]),
    ...(intake === undefined ? [] : [`Cameras send mail to ${intake.smtp}, and alarms by HTTP to ${intake.http}`]),
  ]).catch(() => undefined)

/** Starts everything that the settings require. Throws StartError or SettingsError with lines for the user who starts it. */
export async function startProgram(environment: NodeJS.ProcessEnv): Promise<Program> {
  const env = loadEnv(environment)
  const log = createLogger({ level: env.logLevel, terminal: process.stdout.isTTY })
  for (const warning of env.warnings) log.warn(warning)
  await checkStart(env)
  const keys = await loadKeyRing(env.secretKeyFile, { create: true })
  registerStartSecrets({
    addresses: [env.database.url, env.database.ownerUrl, env.mail.url],
    values: [env.s3?.credentials?.secretAccessKey],
    keys,
  })
  const media = await openMedia(env)
  const database = await openDatabase({
    dataDir: env.dataDir,
    database: env.database,
    onServerLog: (line) => log.debug({ module: 'postgres' }, line),
    onPoolError: (err) => log.warn({ err }, 'a database connection broke'),
    beforeMigration: async ({ ownerUrl, embedded }, pending) => {
      // An external database is backed up by its administrator. It may be of any size.
      if (!embedded) return
      const dir = await backupBeforeMigration({ ...env, ownerUrl, pending, clock: () => systemClock.now() })
      log.info({ dir }, 'backed up before a migration')
    },
    onMigrated: (name) => log.info({ name }, 'migrated'),
  })
  for (const missing of database.missingProtections) log.warn(missing)
  const { runtime: db, preparedDb, server } = database
  registerStartSecrets({ addresses: [server.runtimeUrl, server.ownerUrl], values: [], keys })
  const mark = await matchStore(db, media, mediaPlace(env)).catch(async (error: unknown) => {
    media.close()
    await database.close()
    throw error
  })
  await ensurePartitions(database.owner)
  const clock = await startDatabaseClock({ read: () => readDatabaseTime(db), log })
  const demoStreamPort = await chooseStreamPort(db, env)
  let intake: IntakeProcess | undefined
  let connecting: ConnectProcess | undefined
  const container = await createContainer({
    env,
    clock,
    log,
    db,
    preparedDb,
    runtimeUrl: server.runtimeUrl,
    media,
    isOwnStore: () => isMarked(media, mark),
    keys,
    version,
    ...(env.roles.length > 1 && env.roles.some((role) => role === 'intake' || role === 'connect')
      ? { process: 'main' }
      : {}),
    ownAddresses: ownServices(server.runtimeUrl, env),
    demoStreamPort,
    intakeHung: () => intake?.hung() ?? false,
    countMessage: async (camera) => intake?.countMessage(camera),
  })
  const running: Running[] = []
  const stop = async (): Promise<void> => {
    // All parts stop at the same time, because each may need some seconds to finish its work. Work that one part hands over to another part
    // is stored in the database.
    await Promise.all(running.map((part) => part.stop()))
    await container.close()
    clock.stop()
    media.close()
    await database.close()
  }
  const childStart = () => ({
    database: { runtimeUrl: server.runtimeUrl, ownerUrl: server.ownerUrl },
    mark,
    ports: intakePorts(container),
    demoStreamPort,
  })
  /** Receives alarms in a separate process, which requests for the console cannot delay. */
  const startSeparately = (): Promise<IntakeProcess> =>
    startIntakeProcess(childStart, { log, onUp: (ports) => void Object.assign(container.ports, ports) })
  /** Returns readiness and metrics of this process and the intake process together. */
  const whole = (): ProbeDeps => ({
    async readiness() {
      const both = await Promise.all([container.deps.probes.readiness(), intake?.readiness()])
      const all = (which: 'notReady' | 'degraded') => [...new Set(both.flatMap((found) => found?.[which] ?? []))]
      return { notReady: all('notReady'), degraded: all('degraded') }
    },
    metrics: {
      async render() {
        const [own, ...others] = await Promise.all([
          container.deps.metrics.render(),
          intake?.metrics() ?? '',
          connecting?.metrics() ?? '',
        ])
        const found = others.filter((body) => body !== '')
        return { ...own, body: found.length === 0 ? own.body : mergeMetrics([own.body, ...found]) }
      },
    },
  })
  try {
    running.push(...startEverywhere(container))
    if (env.roles.includes('worker')) {
      running.push(...startWorker(container))
      const jobs = await startJobRunner({
        url: server.ownerUrl,
        jobs: MODULES.parts.flatMap((module) => module.jobs?.(container.deps) ?? []),
        ticks: MODULES.parts.flatMap((module) => module.ticks?.(container.deps, database.owner) ?? []),
        log: log.child({ module: 'jobs' }),
        metrics: container.deps.metrics,
      })
      running.push({ name: 'jobs', stop: () => jobs.stop() })
    }
    const isIntake = env.roles.includes('intake')
    // If intake is the only role, this process receives the alarms itself.
    const isAlone = isIntake && env.roles.length === 1
    if (isAlone) running.push(...(await startIntake(container)))
    intake = isIntake && !isAlone ? await startSeparately() : undefined
    if (intake) running.push(intake)
    if (env.roles.includes('connect')) {
      // As with intake: a process without another role calls devices itself.
      connecting =
        env.roles.length === 1
          ? undefined
          : keepConnectProcess(childStart, {
              log,
              ticker: container.deps.ticker,
              wakes: container.deps.wakes,
              isNeeded: () => hasConnections(db),
            })
      running.push(connecting ?? startConnect(container))
    }
    running.push(await startProbes(container, whole()))
    if (env.roles.includes('api')) {
      const app = await buildApp(container, { consoleRoot: CONSOLE_ROOT, probes: whole() })
      running.push(await startHttp(container, app))
    }
    // The start does not wait for the models. Until they are loaded, alarms are received and passed on unverified.
    container.deps.pool?.warm().catch((err: unknown) => log.error({ err }, 'the analysis processes do not come up'))
    // This comes after every other step that can fail. If a later step failed, the passwords shown here would be lost.
    if (env.roles.includes('api'))
      await firstStart(db, container.deps.hasher, {
        demo: env.demo,
        hasStream: demoStreamPort !== undefined,
        announce,
      })
    const smtp = `${env.smtp.host}:${container.ports.smtp}`
    const dc09 = env.dc09 && `${env.dc09.host}:${container.ports.dc09}`
    const frontel = env.frontel && `${env.frontel.host}:${container.ports.frontel}`
    const ftp = env.ftp && `${env.ftp.host}:${container.ports.ftp}`
    await greet(
      {
        console: env.roles.includes('api') ? container.deps.publicUrl() : undefined,
        probes: `http://${displayHost(env.probes.host)}:${container.ports.probes}`,
      },
      isIntake ? { smtp, ftp, dc09, frontel, http: container.deps.ingestUrl() } : undefined,
    )
    const targets = env.demoCamerasSend
      ? await demoTargets(
          db,
          { mailDomain: env.mailDomain, ingestUrl: container.deps.ingestUrl(), ftp: env.ftp !== undefined },
          clock.now(),
        )
      : undefined
    if (targets)
      running.push(
        await startSimulator(targets, {
          dataDir: env.dataDir,
          smtp: { host: env.smtp.host, port: container.ports.smtp },
          httpUrl: container.deps.ingestUrl(),
          ftp: env.ftp && { host: env.ftp.host, port: container.ports.ftp },
          stream: demoStreamPort === undefined ? undefined : { port: demoStreamPort },
          log,
        }),
      )
    if (env.roles.includes('api'))
      await keepDemoStream(db, { keys, wakes: container.deps.wakes, now: clock.now() }, demoStreamPort)
    return { log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
