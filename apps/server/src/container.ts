import { join } from 'node:path'
import { createGuard, createMailer, type HostPort } from '@winnow/delivery'
import { createAnalysisPool, type AnalysisPool } from '@winnow/vision'
import { packFolder, PUBLISHED_PACKS, type PublishedPack } from '@winnow/vision/packs'
import { createShownPictures, type OnDecided } from './modules/alarms/index.ts'
import type { AnalysisMetrics } from './modules/analysis/index.ts'
import { createAnalysisMetrics, isAnalysisIdle, readBehind, type Behind } from './modules/analysis/index.ts'
import { createDeliveryCounter, heldSince, planDeliveries } from './modules/delivery/index.ts'
import { hasBrokenDetector } from './modules/detectors/index.ts'
import { createCaptchaChallenges, createLoginLimits, isInUse } from './modules/identity/index.ts'
import { createBytesUnderWay, createIngestLimits, createReadingRoom, createSignalPump } from './modules/intake/index.ts'
import { createLiveHub } from './modules/live/index.ts'
import { createSingleSignOn, createSsoProvider } from './modules/sso/index.ts'
import { createCountryLookup, createHealthWatch, readinessOf, type SystemDeps } from './modules/system/index.ts'
import { systemTicker, type Clock, type Ticker } from './platform/clock.ts'
import type { KeyRing } from './platform/crypto/key-ring.ts'
import { createPasswordHasher, type PasswordHasher } from './platform/crypto/password-hasher.ts'
import { afterCommit, inSystem, type Db } from './platform/db/transaction.ts'
import type { Env } from './platform/env.ts'
import { deviceHost } from './platform/env/device-host.ts'
import { startEventBus } from './platform/events/event-bus.ts'
import { startWorkWakes } from './platform/events/work-wakes.ts'
import { graphileQueue } from './platform/jobs/graphile-queue.ts'
import { createAddressLimiter, createRateLimiter } from './platform/http/rate-limit.ts'
import type { Logger } from './platform/log.ts'
import { nodeFileSystem } from './platform/media/file-system.ts'
import type { MediaStore } from './platform/media/media-store.ts'
import { createMetrics } from './platform/metrics.ts'
import { smtpSettings } from './platform/mail/smtp-settings.ts'

/** What the outside gives the program: settings, time, database, storage, keys. */
export interface Outside {
  env: Env
  clock: Clock
  /** Tests hand in their own. */
  ticker?: Ticker
  log: Logger
  db: Db
  /** The same database, for what is asked with each message. */
  often: Db
  /** Address of the database as the runtime role, for the live stream's own connection. */
  runtimeUrl: string
  media: MediaStore
  /** Whether the media store still is this database's; left out where nothing can take its place. */
  isOwnStore?: () => Promise<boolean>
  keys: KeyRing
  version: string
  /** Addresses that the guard never lets anyone call, beside our own ports. */
  ownAddresses: HostPort[]
  hasher?: PasswordHasher
  /** Which of the program's processes this is, where there are several; stands with its figures. */
  process?: string
  /** What captchas show; tests cannot read pictures. */
  captchaText?: () => string
  /** Tests hand in a pool of their own, or none. */
  pool?: AnalysisPool
  /** Known detectors, and what compares sets of them, where tests have their own. */
  catalogue?: readonly PublishedPack[]
  makePool?: typeof createAnalysisPool
}

export type Container = Awaited<ReturnType<typeof createContainer>>

const HOUR_MS = 3_600_000

/** Wires the program once. Nothing here listens or works yet; `roles.ts` starts what the settings ask for. */
export async function createContainer(outside: Outside) {
  const { env, clock, ticker = systemTicker, log, db, often, media, keys } = outside
  const metrics = createMetrics({
    process: true,
    ...(outside.process === undefined ? {} : { labels: { process: outside.process } }),
  })
  const analysisMetrics: AnalysisMetrics = createAnalysisMetrics(metrics)
  const hasher = outside.hasher ?? createPasswordHasher()
  // The embedded database fills the data folder also where pictures are kept elsewhere.
  const places = [() => media.freeBytes()]
  if (env.database.url === undefined) places.push(() => nodeFileSystem.freeBytes(env.dataDir))
  const hub = createLiveHub({ db, clock, ticker, log, isInUse })
  const limits = await createIngestLimits({
    places,
    log,
    minFreeDiskMb: env.minFreeDiskMb,
    ticker,
    onDiskChanged: () => hub.tellAll({ type: 'disk.changed' }),
  })
  const bus = startEventBus({ url: outside.runtimeUrl, clock, log })
  // Known once the server listens: a port of 0 is chosen by the system.
  const ports = { http: env.http.port, smtp: env.smtp.port, ingest: env.ingest.port, probes: env.probes.port }
  const scheme = env.http.tls ? 'https' : 'http'
  const publicUrl = (): string => env.publicUrl ?? `${scheme}://${displayHost(env.http.host)}:${ports.http}`
  const ingestUrl = (): string =>
    env.ingest.url ?? `${scheme}://${deviceHost(env.ingest.host, publicUrl()).host}:${ports.ingest}`
  const ownAddresses = (): HostPort[] => [
    ...outside.ownAddresses,
    { host: env.http.host, port: ports.http },
    { host: env.smtp.host, port: ports.smtp },
    { host: env.ingest.host, port: ports.ingest },
    { host: env.probes.host, port: ports.probes },
  ]
  const guard = createGuard({ allowedNetworks: env.allowedNetworks.receivers, ownAddresses })
  const mailer = createMailer({
    from: env.mail.from,
    outboxDir: join(env.dataDir, 'outbox'),
    ...(env.mail.url === undefined ? {} : { smtp: smtpSettings(env.mail.url, env.mail.requireTls) }),
  })
  const isWorker = env.roles.includes('worker')
  const pool =
    outside.pool ??
    (isWorker
      ? createAnalysisPool({
          size: env.analysisProcesses,
          packFolder: packFolder(env.dataDir),
          onModelError: (error) => log.error({ error }, 'a detector cannot be used'),
          onChildExit: (exit) => log.warn(exit, 'an analysis process ended'),
        })
      : undefined)
  const wakes = startWorkWakes({ url: outside.runtimeUrl, log })
  const intake = {
    ticker,
    db,
    often,
    clock,
    media,
    log,
    room: createReadingRoom(),
    underWay: createBytesUnderWay(),
    deadlineSeconds: env.deadlineSeconds,
    onTask: () => wakes.wake('analysis'),
  }
  const pump = createSignalPump(intake)
  const analysisIdle = () => isAnalysisIdle(db, clock.now())
  const status = async () => {
    if (!limits.hasRoom()) return 'outage' as const
    // Without all of its models the filter runs, but not as it should; without any, it passes everything on unverified.
    const impaired = (pool?.stats().modelError ?? null) !== null
    return impaired || (await analysisIdle()) ? ('degraded' as const) : ('ok' as const)
  }
  const sso = {
    db,
    clock,
    log,
    keys,
    queue: graphileQueue,
    guard,
    mailer,
    publicUrl,
    productName: env.provider.name,
    sso: env.sso,
    ssoProvider: createSsoProvider({ authority: env.sso.authority, guard, clock }),
    ssoLimits: {
      starts: createAddressLimiter({ limit: 240, windowMs: HOUR_MS / 4 }),
      linksByEmail: createRateLimiter({ limit: 3, windowMs: HOUR_MS }),
    },
  }
  const decided: OnDecided = async (tx, alarm, now) => {
    await planDeliveries(tx, alarm, now)
    afterCommit(tx, () => wakes.wake('delivery'))
  }
  const health = createHealthWatch({
    db,
    metrics,
    limits,
    pump,
    databaseAnswers: () => bus.refresh().then(() => true),
    checkMedia: () => media.check(),
    isOwnStore: outside.isOwnStore,
    deliveriesHeld: async () => (await inSystem(db, heldSince)) !== undefined,
    analysisIdle,
    detectorBroken: async () => (pool?.stats().modelError ?? null) !== null || (await inSystem(db, hasBrokenDetector)),
    behind: async () => Object.keys(await readBehind(intake)) as (keyof Behind)[],
  })
  const deps = {
    ...intake,
    health,
    keys,
    hasher,
    metrics,
    limits,
    bus,
    hub,
    ticker,
    guard,
    mailer,
    pool,
    shown: createShownPictures({ db, media, log, pool }),
    pump,
    packFolder: packFolder(env.dataDir),
    detectorWork: join(env.dataDir, 'detector-work'),
    catalogue: outside.catalogue ?? PUBLISHED_PACKS,
    makePool: outside.makePool ?? createAnalysisPool,
    queue: graphileQueue,
    attempts: createLoginLimits(),
    captchas: createCaptchaChallenges(db, outside.captchaText ? { text: outside.captchaText } : {}),
    passwordPolicy: env.passwords,
    blockedMailDomains: new Set(env.blockedMailDomains),
    ...createSingleSignOn(sso),
    sso: env.sso,
    ssoProvider: sso.ssoProvider,
    ssoLimits: sso.ssoLimits,
    productName: env.provider.name,
    partnerCompanyIds: env.provider.partnerCompanyIds,
    specialCompanyId: env.provider.specialCompanyId,
    invitations: {
      byCompany: createRateLimiter({ limit: 200, windowMs: HOUR_MS }),
      byAddress: createAddressLimiter({ limit: 100, windowMs: HOUR_MS }),
    },
    logoLookups: createAddressLimiter({ limit: 600, windowMs: HOUR_MS }),
    publicUrl,
    ingestUrl,
    mailDomain: env.mailDomain,
    smtp: () => ({
      ...deviceHost(env.smtp.host, publicUrl()),
      port: ports.smtp,
      startTls: env.smtp.tls !== undefined,
    }),
    analysisIdle,
    onDecided: decided,
    onDelivery: () => wakes.wake('delivery'),
    analysisMetrics,
    attempted: createDeliveryCounter(metrics),
  }
  metrics.gauge({ name: 'live_streams', help: 'Open live streams', collect: (gauge) => gauge.set(hub.count()) })
  const system: SystemDeps = {
    mailDomain: env.mailDomain,
    statusPageUrl: env.provider.statusPageUrl,
    forensicUrl: env.provider.forensicUrl,
    partnerCompanyIds: env.provider.partnerCompanyIds,
    passwordPolicy: env.passwords,
    mobileApps: env.provider.mobileApps,
    singleSignOn: env.sso.enabled,
    findCountry: createCountryLookup({ url: env.provider.geolocationUrl, clock, log }),
    clock,
    demo: env.demoCamerasSend,
    version: outside.version,
    status,
  }
  return {
    env,
    version: outside.version,
    deps,
    ports,
    ingestUrl,
    probesUrl: () => `http://${displayHost(env.probes.host)}:${ports.probes}`,
    wakes,
    system,
    probes: { metrics, readiness: async () => readinessOf(await health.look()) },
    async close() {
      await pump.stop()
      hub.stop()
      await wakes.stop()
      await bus.stop()
      limits.stop()
      await pool?.close()
      mailer.close()
      await guard.close()
    },
  }
}

/** An address others can use: one that binds everything is no address. */
function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
