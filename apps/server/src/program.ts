import { fileURLToPath } from 'node:url'
import type { HostPort } from '@winnow/delivery'
import { buildApp } from './app.ts'
import { createContainer } from './container.ts'
import { demoTargets, firstStart, type NewAccount } from './modules/demo/index.ts'
import { startSimulator } from './modules/demo/start-simulator.ts'
import { detectorJobs } from './modules/detectors/index.ts'
import { homeJobs, homeTicks } from './modules/home/index.ts'
import { passwordMailJobs, secondFactorMailJobs } from './modules/identity/index.ts'
import { ensurePartitions, retentionTicks } from './modules/retention/index.ts'
import type { ProbeDeps } from './modules/system/index.ts'
import { ssoMailJobs } from './modules/sso/index.ts'
import { backupBeforeMigration } from './platform/backup/before-migration.ts'
import { systemClock } from './platform/clock.ts'
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
import { startIntakeProcess, type IntakeProcess } from './processes/start-intake-process.ts'
import { startHttp, startIntake, startProbes, startSweeper, startWorker, type Running } from './roles.ts'
import { version } from './version.ts'

const CONSOLE_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface Program {
  log: Logger
  stop(): Promise<void>
}

/** Where our own parts listen or live: nobody may have us call them. */
function ownServices(databaseUrl: string, env: Env): HostPort[] {
  const database = new URL(databaseUrl)
  const services = [{ host: database.hostname || 'localhost', port: Number(database.port || 5432) }]
  if (env.s3?.endpoint !== undefined) {
    const store = new URL(env.s3.endpoint)
    services.push({ host: store.hostname, port: Number(store.port || (store.protocol === 'https:' ? 443 : 80)) })
  }
  return services
}

/** Writes for the person who started the program, past the log. Rejects when nobody can have read it. */
const say = (lines: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${lines.join('\n')}\n`, (error) => (error ? reject(error) : resolve()))
  })

/** Passwords are shown this once and stored only hashed. */
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

/** What a person who just started it needs to know; one who is no longer there needs nothing. */
const greet = (
  { console, probes }: { console: string | undefined; probes: string },
  intake: { smtp: string; http: string } | undefined,
): Promise<void> =>
  say([
    // Without a console there is still an address that says how it is.
    `Winnow is ready: ${console ?? `${probes}/readyz`}`,
    ...(intake === undefined ? [] : [`Cameras send mail to ${intake.smtp}, and alarms by HTTP to ${intake.http}`]),
  ]).catch(() => undefined)

/** Starts everything the settings ask for. Throws StartError or SettingsError with lines for whoever starts it. */
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
      // Whoever runs the server backs it up; theirs may be of any size.
      if (!embedded) return
      const dir = await backupBeforeMigration({ ...env, ownerUrl, pending, clock: () => systemClock.now() })
      log.info({ dir }, 'backed up before a migration')
    },
    onMigrated: (name) => log.info({ name }, 'migrated'),
  })
  for (const missing of database.missingProtections) log.warn(missing)
  const { runtime: db, often, server } = database
  registerStartSecrets({ addresses: [server.runtimeUrl, server.ownerUrl], values: [], keys })
  const mark = await matchStore(db, media, mediaPlace(env)).catch(async (error: unknown) => {
    media.close()
    await database.close()
    throw error
  })
  await ensurePartitions(database.owner)
  const clock = await startDatabaseClock({ read: () => readDatabaseTime(db), log })
  const container = await createContainer({
    env,
    clock,
    log,
    db,
    often,
    runtimeUrl: server.runtimeUrl,
    media,
    isOwnStore: () => isMarked(media, mark),
    keys,
    version,
    ...(env.roles.includes('intake') && env.roles.length > 1 ? { process: 'main' } : {}),
    ownAddresses: ownServices(server.runtimeUrl, env),
  })
  const running: Running[] = []
  const stop = async (): Promise<void> => {
    // All at once: each may need some seconds for what it has begun, and what one leaves to another waits in the database.
    await Promise.all(running.map((part) => part.stop()))
    await container.close()
    clock.stop()
    media.close()
    await database.close()
  }
  /** Takes alarms in a process of its own, which no request for the console can hold up. */
  const parted = (): Promise<IntakeProcess> =>
    startIntakeProcess(
      () => ({
        database: { runtimeUrl: server.runtimeUrl, ownerUrl: server.ownerUrl },
        mark,
        ports: { smtp: container.ports.smtp, ingest: container.ports.ingest },
      }),
      { log, onUp: (ports) => void Object.assign(container.ports, ports) },
    )
  /** How all of this start's processes are. */
  const whole = (intake: IntakeProcess | undefined): ProbeDeps => ({
    async readiness() {
      const both = await Promise.all([container.probes.readiness(), intake?.readiness()])
      const all = (which: 'notReady' | 'degraded') => [...new Set(both.flatMap((found) => found?.[which] ?? []))]
      return { notReady: all('notReady'), degraded: all('degraded') }
    },
    metrics: {
      async render() {
        const [own, its] = await Promise.all([container.probes.metrics.render(), intake?.metrics() ?? ''])
        return { ...own, body: its === '' ? own.body : mergeMetrics([own.body, its]) }
      },
    },
  })
  try {
    running.push(startSweeper(container))
    if (env.roles.includes('worker')) {
      running.push(...(await startWorker(container)))
      const jobs = await startJobRunner({
        url: server.ownerUrl,
        jobs: [
          ...passwordMailJobs(container.deps),
          ...secondFactorMailJobs(container.deps),
          ...ssoMailJobs(container.deps),
          ...homeJobs(container.deps),
          ...detectorJobs(container.deps),
        ],
        ticks: [...retentionTicks({ db, owner: database.owner, media, clock }), ...homeTicks(container.deps)],
        log: log.child({ module: 'jobs' }),
        metrics: container.deps.metrics,
      })
      running.push({ name: 'jobs', stop: () => jobs.stop() })
    }
    const isIntake = env.roles.includes('intake')
    // Where it is all that is done here, this process is the one of its own.
    const isAlone = isIntake && env.roles.length === 1
    if (isAlone) running.push(...(await startIntake(container)))
    const intake = isIntake && !isAlone ? await parted() : undefined
    if (intake) running.push(intake)
    running.push(await startProbes(container, whole(intake)))
    if (env.roles.includes('api')) {
      const app = await buildApp(container, { consoleRoot: CONSOLE_ROOT, probes: whole(intake) })
      running.push(await startHttp(container, app))
    }
    // Not waited for: alarms are taken in meanwhile, and without models they are passed on unverified.
    container.deps.pool?.warm().catch((err: unknown) => log.error({ err }, 'the analysis processes do not come up'))
    // Last of all that can fail: passwords of a start that then failed would be lost.
    if (env.roles.includes('api')) await firstStart(db, container.deps.hasher, { demo: env.demo, announce })
    const smtp = `${env.smtp.host}:${container.ports.smtp}`
    await greet(
      {
        console: env.roles.includes('api') ? container.deps.publicUrl() : undefined,
        probes: container.probesUrl(),
      },
      isIntake ? { smtp, http: container.ingestUrl() } : undefined,
    )
    const targets = env.demoCamerasSend ? await demoTargets(db, env.mailDomain, clock.now()) : undefined
    if (targets)
      running.push(
        await startSimulator(targets, {
          dataDir: env.dataDir,
          smtp: { host: env.smtp.host, port: container.ports.smtp },
          httpUrl: container.ingestUrl(),
          log,
        }),
      )
    return { log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
