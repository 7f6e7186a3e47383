import { join } from 'node:path'
import { createGuard, createMailer, type HostPort } from '@winnow/delivery'
import { createDeadline } from '@winnow/domain'
import { systemTicker, type Clock, type Ticker } from './clock.ts'
import type { KeyRing } from './crypto/key-ring.ts'
import { createPasswordHasher, type PasswordHasher } from './crypto/password-hasher.ts'
import type { Db } from './db/transaction.ts'
import type { Env } from './env.ts'
import { deviceHost } from './env/device-host.ts'
import { startEventBus } from './events/event-bus.ts'
import { startWorkWakes } from './events/work-wakes.ts'
import { graphileQueue } from './jobs/graphile-queue.ts'
import type { Logger } from './log.ts'
import { smtpSettings } from './mail/smtp-settings.ts'
import type { MediaStore } from './media/media-store.ts'
import { createMetrics } from './metrics.ts'

/** The dependencies of every program: settings, time, database, storage, keys. */
export interface PlatformOutside {
  env: Env
  clock: Clock
  /** The source of periodic calls. Default: the machine's timers. Tests pass their own ticker. */
  ticker?: Ticker
  log: Logger
  db: Db
  /** The same database with prepared statements, for queries that run with every message. */
  preparedDb: Db
  /** Address of the database as the runtime role, for connections that listen. */
  runtimeUrl: string
  media: MediaStore
  /** Checks whether the media store still belongs to this database. Left out where no other store can take its place. */
  isOwnStore?: () => Promise<boolean>
  keys: KeyRing
  version: string
  /** Addresses that the guard for outgoing requests always refuses, in addition to the ports of this process. */
  ownAddresses: HostPort[]
  /** The port of 127.0.0.1 at which the demo's camera shows its stream. Only while the demo's cameras send may it be called. */
  demoStreamPort?: number | undefined
  hasher?: PasswordHasher
  /** The name of this process among several processes of the program. It is a label of the metrics. */
  process?: string
}

export type Platform = ReturnType<typeof createPlatform>['platform']

/** An address that clients can use. The address for all interfaces is replaced. */
export function displayHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The addresses on which this process listens, and the addresses at which others reach it. */
function createAddresses(env: Env) {
  // Known once the server listens: a port of 0 is chosen by the system.
  const ports = {
    http: env.http.port,
    smtp: env.smtp.port,
    ftp: env.ftp?.port ?? 0,
    ftpTls: env.ftp?.tlsPort ?? 0,
    dc09: env.dc09?.port ?? 0,
    frontel: env.frontel?.port ?? 0,
    ingest: env.ingest.port,
    probes: env.probes.port,
  }
  const scheme = env.http.tls ? 'https' : 'http'
  const publicUrl = (): string => env.publicUrl ?? `${scheme}://${displayHost(env.http.host)}:${ports.http}`
  return {
    ports,
    publicUrl,
    ingestUrl: (): string =>
      env.ingest.url ?? `${scheme}://${deviceHost(env.ingest.host, publicUrl()).host}:${ports.ingest}`,
    smtp: () => ({
      ...deviceHost(env.smtp.host, publicUrl()),
      port: ports.smtp,
      startTls: env.smtp.tls !== undefined,
    }),
    /** The listener of files for devices; undefined where it is switched off. */
    ftp: () =>
      env.ftp && {
        ...deviceHost(env.ftp.host, publicUrl()),
        port: ports.ftp,
        tlsPort: env.ftp.tlsPort === undefined ? null : ports.ftpTls,
        offersTls: env.ftp.tls !== undefined,
        requiresTls: env.ftp.requireTls,
      },
    /** The receiver for panels; undefined where it is switched off. */
    dc09: () =>
      env.dc09 && {
        ...deviceHost(env.dc09.host, publicUrl()),
        port: ports.dc09,
        takesPlain: !env.dc09.requireEncryption,
      },
    /** The listener for Videofied panels; undefined where it is switched off. */
    frontel: () => env.frontel && { ...deviceHost(env.frontel.host, publicUrl()), port: ports.frontel },
    listeners: (): HostPort[] => [
      { host: env.http.host, port: ports.http },
      { host: env.smtp.host, port: ports.smtp },
      ...(env.ftp ? [ports.ftp, ports.ftpTls].map((port) => ({ host: env.ftp?.host ?? '', port })) : []),
      ...(env.dc09 ? [{ host: env.dc09.host, port: ports.dc09 }] : []),
      ...(env.frontel ? [{ host: env.frontel.host, port: ports.frontel }] : []),
      { host: env.ingest.host, port: ports.ingest },
      { host: env.probes.host, port: ports.probes },
    ],
  }
}

/** What may be called although its network is closed: the demo's stream, by its address and port. See docs/decisions/0234-stream-of-the-demo.md. */
const demoEndpoints = ({ env, demoStreamPort }: PlatformOutside): HostPort[] =>
  env.demoCamerasSend && demoStreamPort !== undefined ? [{ host: '127.0.0.1', port: demoStreamPort }] : []

/** Creates the services that all modules use. They do not listen for requests. */
export function createPlatform(outside: PlatformOutside) {
  const { env, clock, ticker = systemTicker, log, db, preparedDb, media, keys, version } = outside
  const { listeners, ...addresses } = createAddresses(env)
  const ownAddresses = (): HostPort[] => [...outside.ownAddresses, ...listeners()]
  const bus = startEventBus({ url: outside.runtimeUrl, clock, log })
  const wakes = startWorkWakes({ url: outside.runtimeUrl, log })
  const guard = createGuard({ allowedNetworks: env.allowedNetworks.receivers, ownAddresses })
  const cameraGuard = createGuard({
    allowedNetworks: env.allowedNetworks.cameras,
    allowedEndpoints: demoEndpoints(outside),
    ownAddresses,
  })
  const mailer = createMailer({
    from: env.mail.from,
    outboxDir: join(env.dataDir, 'outbox'),
    ...(env.mail.url === undefined ? {} : { smtp: smtpSettings(env.mail.url, env.mail.requireTls) }),
  })
  const platform = {
    env,
    clock,
    ticker,
    log,
    db,
    preparedDb,
    media,
    keys,
    version,
    hasher: outside.hasher ?? createPasswordHasher(),
    metrics: createMetrics({
      process: true,
      ...(outside.process === undefined ? {} : { labels: { process: outside.process } }),
    }),
    bus,
    wakes,
    /** For receivers and directories. */
    guard,
    /** For cameras, recorders and video systems. */
    cameraGuard,
    mailer,
    queue: graphileQueue,
    ...addresses,
    mailDomain: env.mailDomain,
    productName: env.provider.name,
    partnerCompanyIds: env.provider.partnerCompanyIds,
    specialCompanyId: env.provider.specialCompanyId,
    passwordPolicy: env.passwords,
    deadline: createDeadline(env.deadlineSeconds),
  }
  return {
    platform,
    close: async () => {
      await wakes.stop()
      await bus.stop()
      mailer.close()
      await Promise.all([guard.close(), cameraGuard.close()])
    },
  }
}
