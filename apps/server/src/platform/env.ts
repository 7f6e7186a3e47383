import { availableParallelism } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { ingestAddress, ingestListener, probesPort } from './env/listeners.ts'
import { isLoopbackHost } from './env/loopback.ts'
import { crossProblems } from './env/cross-problems.ts'
import { defined } from './env/defined.ts'
import { StartError } from './start-error.ts'
import { settingsSchema } from './env/settings.ts'
import type { LOG_LEVELS, ROLES, SettingValues } from './env/settings.ts'

export type Role = (typeof ROLES)[number]
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A certificate chain and its key, both PEM files. */
export interface TlsFiles {
  certFile: string
  keyFile: string
}

/** The S3 store for media, if they are not in the data folder. Without a key the AWS client uses the machine's identity. */
export interface S3Settings {
  endpoint?: string
  bucket: string
  region: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
  forcePathStyle: boolean
}

/** Limits on simultaneous connections. */
export interface ConnectionLimits {
  total: number
  perAddress: number
}

/** The validated settings. Paths are absolute. */
export interface Env {
  dataDir: string
  secretKeyFile: string
  /** Folder with the installation's texts of agreements. It may not exist. */
  agreementsDir: string
  minFreeDiskMb: number
  /** The addresses of an external database. Empty if the embedded server is used. */
  database: { url?: string; ownerUrl?: string }
  http: {
    host: string
    port: number
    tls?: TlsFiles
    insecure: boolean
    trustedProxies: string[]
    connections: ConnectionLimits
  }
  /**
   * The listener of alarms by HTTP. `url` is the address shown to devices, without a trailing slash; absent if host and port determine it.
   */
  ingest: { host: string; port: number; url?: string }
  /** The listener of health probes. */
  probes: { host: string; port: number }
  smtp: {
    host: string
    port: number
    tls?: TlsFiles
    legacyTls: boolean
    authNeedsTls: boolean
    idleSeconds: number
    stepSeconds: number
    messageSeconds: number
    connectionsPerAddress: number
  }
  /** The listener of files by FTP; absent where it is switched off. */
  ftp?: {
    host: string
    port: number
    tlsPort?: number
    passivePorts?: { from: number; to: number }
    publicAddress?: string
    tls?: TlsFiles
    legacyTls: boolean
    /** Whether logins and contents need TLS. */
    requireTls: boolean
    connectionsPerAddress: number
    stepSeconds: number
    fileSeconds: number
  }
  /** The receiver for panels; absent where it is switched off. */
  dc09?: {
    host: string
    port: number
    /** Whether messages that are not encrypted are refused. */
    requireEncryption: boolean
    connectionsPerAddress: number
    idleSeconds: number
  }
  /** The cloud at which cameras of Pelco are registered; absent where there is none. */
  pelcoCloud?: 'stand-in'
  /** The listener for Videofied panels; absent where it is switched off. */
  frontel?: { host: string; port: number; connectionsPerAddress: number; idleSeconds: number }
  /** The console's address, without a trailing slash. Undefined while the port is unknown (0). */
  publicUrl?: string
  mailDomain: string
  allowedNetworks: { receivers: string[]; cameras: string[] }
  /** Whether a new database gets the demo company. */
  demo: boolean
  /** Whether the simulator sends alarms for the demo's cameras. */
  demoCamerasSend: boolean
  roles: Role[]
  analysisProcesses: number
  deadlineSeconds: number
  /** How often a synthetic alarm is sent, and who is told when it is missing. `minutes` is 0 where none is sent. */
  syntheticAlarm: { minutes: number; operatorMail?: string }
  logLevel: LogLevel
  s3?: S3Settings
  mail: { url?: string; requireTls?: boolean; from: string }
  passwords: { min: number; max: number; composition: boolean }
  /** Mail domains whose addresses get no account, in lower case. */
  blockedMailDomains: string[]
  /** The identity provider. `authority` is its address, without a trailing slash. */
  sso: { enabled: boolean; authority: string }
  provider: {
    name: string
    statusPageUrl?: string
    forensicUrl?: string
    documentationUrl?: string
    contactUrl?: string
    publicIps: string[]
    mobileApps: { iosStoreUrl?: string; androidStoreUrl?: string; iosLoginUrl?: string; androidLoginUrl?: string }
    geolocationUrl?: string
    specialCompanyId?: string
    reportAlarmCompanyIds: string[]
    partnerCompanyIds: string[]
  }
  /** The hosts whose video players pages may embed, in lower case. */
  guideHosts: string[]
  /** Settings that are valid but probably a mistake, one line each. */
  warnings: string[]
}

/** Invalid settings: one line each, without the values, which may be secret. */
export class SettingsError extends StartError {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'SettingsError'
    this.problems = problems
  }
}

/** Facts besides the environment that defaults depend on. */
export interface Machine {
  cwd: string
  cores: number
}

/**
 * Reads and validates all settings.
 * @throws SettingsError naming all invalid settings at once
 */
export function loadEnv(
  env: Readonly<Record<string, string | undefined>>,
  machine: Machine = { cwd: process.cwd(), cores: availableParallelism() },
): Env {
  const given = Object.fromEntries(
    // Compose files and units write `NAME=` for "not set".
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const wrong = new Map<string, string>()
  for (const issue of settingsSchema.safeParse(given).error?.issues ?? []) {
    const name = String(issue.path[0])
    if (!wrong.has(name)) wrong.set(name, `${name} ${issue.message}`)
  }
  const values = settingsSchema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))))
  // A contradiction between two settings is not reported when one of them is invalid itself.
  const cross = crossProblems(values).filter((line) => ![...wrong.keys()].some((name) => line.includes(name)))
  const problems = [...wrong.values(), ...cross]
  if (problems.length > 0) throw new SettingsError(problems)
  return place(values, machine, unknownNames(given))
}

function unknownNames(given: Record<string, string>): string[] {
  return Object.keys(given)
    .filter((name) => name.startsWith('WINNOW_') && !Object.hasOwn(settingsSchema.shape, name))
    .map((name) => `${name} is not a setting of Winnow and has no effect`)
}

function place(v: SettingValues, machine: Machine, warnings: string[]): Env {
  const path = (value: string) => (isAbsolute(value) ? value : resolve(machine.cwd, value))
  const tls = (certFile?: string, keyFile?: string) =>
    certFile && keyFile ? { tls: { certFile: path(certFile), keyFile: path(keyFile) } } : {}
  const dataDir = path(v.WINNOW_DATA)
  const httpTls = tls(v.WINNOW_TLS_CERT_FILE, v.WINNOW_TLS_KEY_FILE)
  const publicUrl = v.WINNOW_PUBLIC_URL?.replace(/\/+$/, '') ?? ownUrl(v, 'tls' in httpTls)
  const isLocal = isLoopbackHost(v.WINNOW_HTTP_HOST) && isLoopbackHost(v.WINNOW_SMTP_HOST)
  const demo = v.WINNOW_DEMO ?? (isLocal ? 'on' : 'off')
  return {
    dataDir,
    secretKeyFile: v.WINNOW_SECRET_KEY_FILE ? path(v.WINNOW_SECRET_KEY_FILE) : join(dataDir, 'secret.key'),
    agreementsDir: v.WINNOW_AGREEMENTS ? path(v.WINNOW_AGREEMENTS) : join(dataDir, 'agreements'),
    minFreeDiskMb: v.WINNOW_MIN_FREE_DISK_MB,
    database: defined({ url: v.DATABASE_URL, ownerUrl: v.DATABASE_OWNER_URL }),
    http: {
      host: v.WINNOW_HTTP_HOST,
      port: v.WINNOW_HTTP_PORT,
      ...httpTls,
      insecure: v.WINNOW_INSECURE_HTTP,
      trustedProxies: v.WINNOW_TRUSTED_PROXIES,
      connections: { total: v.WINNOW_HTTP_CONNECTIONS, perAddress: v.WINNOW_HTTP_CONNECTIONS_PER_ADDRESS },
    },
    ingest: { ...ingestListener(v), ...defined({ url: ingestAddress(v) }) },
    probes: { host: v.WINNOW_PROBES_HOST, port: probesPort(v) },
    smtp: {
      host: v.WINNOW_SMTP_HOST,
      port: v.WINNOW_SMTP_PORT,
      ...tls(v.WINNOW_SMTP_TLS_CERT_FILE, v.WINNOW_SMTP_TLS_KEY_FILE),
      legacyTls: v.WINNOW_SMTP_LEGACY_TLS,
      authNeedsTls: v.WINNOW_SMTP_AUTH_NEEDS_TLS,
      idleSeconds: v.WINNOW_SMTP_IDLE_SECONDS,
      stepSeconds: v.WINNOW_SMTP_STEP_SECONDS,
      messageSeconds: v.WINNOW_SMTP_MESSAGE_SECONDS,
      connectionsPerAddress: v.WINNOW_SMTP_CONNECTIONS_PER_ADDRESS,
    },
    ...(v.WINNOW_FTP
      ? {
          ftp: {
            host: v.WINNOW_FTP_HOST,
            port: v.WINNOW_FTP_PORT,
            ...defined({
              tlsPort: v.WINNOW_FTP_TLS_PORT,
              passivePorts: v.WINNOW_FTP_PASSIVE_PORTS,
              publicAddress: v.WINNOW_FTP_PUBLIC_ADDRESS,
            }),
            ...tls(
              v.WINNOW_FTP_TLS_CERT_FILE ?? v.WINNOW_SMTP_TLS_CERT_FILE,
              v.WINNOW_FTP_TLS_KEY_FILE ?? v.WINNOW_SMTP_TLS_KEY_FILE,
            ),
            legacyTls: v.WINNOW_FTP_LEGACY_TLS,
            requireTls: !v.WINNOW_FTP_PLAIN && !isLoopbackHost(v.WINNOW_FTP_HOST),
            connectionsPerAddress: v.WINNOW_FTP_CONNECTIONS_PER_ADDRESS,
            stepSeconds: v.WINNOW_FTP_STEP_SECONDS,
            fileSeconds: v.WINNOW_FTP_FILE_SECONDS,
          },
        }
      : {}),
    ...(v.WINNOW_DC09
      ? {
          dc09: {
            host: v.WINNOW_DC09_HOST,
            port: v.WINNOW_DC09_PORT,
            requireEncryption: !v.WINNOW_DC09_PLAIN && !isLoopbackHost(v.WINNOW_DC09_HOST),
            connectionsPerAddress: v.WINNOW_DC09_CONNECTIONS_PER_ADDRESS,
            idleSeconds: v.WINNOW_DC09_IDLE_SECONDS,
          },
        }
      : {}),
    ...(v.WINNOW_PELCO_CLOUD === 'stand-in' ? { pelcoCloud: v.WINNOW_PELCO_CLOUD } : {}),
    ...(v.WINNOW_FRONTEL
      ? {
          frontel: {
            host: v.WINNOW_FRONTEL_HOST,
            port: v.WINNOW_FRONTEL_PORT,
            connectionsPerAddress: v.WINNOW_FRONTEL_CONNECTIONS_PER_ADDRESS,
            idleSeconds: v.WINNOW_FRONTEL_IDLE_SECONDS,
          },
        }
      : {}),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    mailDomain: v.WINNOW_MAIL_DOMAIN.toLowerCase(),
    allowedNetworks: { receivers: v.WINNOW_ALLOWED_NETWORKS_RECEIVERS, cameras: v.WINNOW_ALLOWED_NETWORKS_CAMERAS },
    demo: demo !== 'off',
    demoCamerasSend: demo === 'on',
    roles: [...new Set(v.WINNOW_ROLES)],
    analysisProcesses: v.WINNOW_ANALYSIS_PROCESSES ?? Math.max(1, machine.cores),
    deadlineSeconds: v.WINNOW_DEADLINE_SECONDS,
    syntheticAlarm: {
      minutes: v.WINNOW_SYNTHETIC_ALARM_MINUTES,
      ...defined({ operatorMail: v.WINNOW_OPERATOR_MAIL }),
    },
    logLevel: v.WINNOW_LOG_LEVEL,
    ...(v.S3_BUCKET === undefined ? {} : { s3: s3(v, v.S3_BUCKET) }),
    mail: {
      ...defined({ url: v.SMTP_URL, requireTls: v.SMTP_REQUIRE_TLS }),
      from: v.MAIL_FROM ?? `winnow@${v.WINNOW_MAIL_DOMAIN.toLowerCase()}`,
    },
    passwords: {
      min: v.WINNOW_PASSWORD_MIN_LENGTH,
      max: v.WINNOW_PASSWORD_MAX_LENGTH,
      composition: v.WINNOW_PASSWORD_COMPOSITION,
    },
    blockedMailDomains: [...new Set(v.WINNOW_BLOCKED_MAIL_DOMAINS)],
    sso: { enabled: v.WINNOW_SSO, authority: v.WINNOW_SSO_AUTHORITY.replace(/\/+$/, '') },
    provider: {
      name: v.PROVIDER_NAME,
      ...defined({
        statusPageUrl: v.STATUS_PAGE_URL,
        forensicUrl: v.FORENSIC_URL,
        documentationUrl: v.DOCUMENTATION_URL,
        contactUrl: v.CONTACT_URL,
        geolocationUrl: v.GEOLOCATION_URL,
        specialCompanyId: v.SPECIAL_COMPANY_ID,
      }),
      publicIps: v.PUBLIC_IPS,
      mobileApps: defined({
        iosStoreUrl: v.MOBILE_APP_IOS_STORE_URL,
        androidStoreUrl: v.MOBILE_APP_ANDROID_STORE_URL,
        iosLoginUrl: v.MOBILE_APP_IOS_LOGIN_URL,
        androidLoginUrl: v.MOBILE_APP_ANDROID_LOGIN_URL,
      }),
      reportAlarmCompanyIds: v.REPORT_ALARM_COMPANY_IDS,
      partnerCompanyIds: v.PARTNER_COMPANY_IDS,
    },
    guideHosts: [...new Set(v.WINNOW_GUIDE_HOSTS)],
    warnings,
  }
}

function ownUrl(v: SettingValues, secure: boolean): string | undefined {
  if (v.WINNOW_HTTP_PORT === 0) return undefined
  // The address for "all interfaces", which browsers cannot open.
  const host = ['0.0.0.0', '::'].includes(v.WINNOW_HTTP_HOST) ? 'localhost' : v.WINNOW_HTTP_HOST
  const shown = host.includes(':') ? `[${host}]` : host
  return new URL(`${secure ? 'https' : 'http'}://${shown}:${v.WINNOW_HTTP_PORT}`).origin
}

function s3(v: SettingValues, bucket: string): S3Settings {
  return {
    ...defined({ endpoint: v.S3_ENDPOINT }),
    bucket,
    region: v.S3_REGION,
    ...(v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
      ? { credentials: { accessKeyId: v.S3_ACCESS_KEY_ID, secretAccessKey: v.S3_SECRET_ACCESS_KEY } }
      : {}),
    forcePathStyle: v.S3_FORCE_PATH_STYLE ?? v.S3_ENDPOINT !== undefined,
  }
}
