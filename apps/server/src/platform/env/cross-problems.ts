import { ingestListener, probesPort } from './listeners.ts'
import { isLoopbackHost } from './loopback.ts'
import type { SettingName, SettingValues } from './settings.ts'

/** Finds contradictions between settings that are valid on their own. One line each. */
export function crossProblems(v: SettingValues): string[] {
  return [
    ...together(v, 'WINNOW_TLS_CERT_FILE', 'WINNOW_TLS_KEY_FILE'),
    ...together(v, 'WINNOW_SMTP_TLS_CERT_FILE', 'WINNOW_SMTP_TLS_KEY_FILE'),
    ...together(v, 'WINNOW_FTP_TLS_CERT_FILE', 'WINNOW_FTP_TLS_KEY_FILE'),
    ...together(v, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'),
    ...needs(v, 'DATABASE_OWNER_URL', 'DATABASE_URL'),
    ...needs(v, 'S3_ENDPOINT', 'S3_BUCKET'),
    ...needs(v, 'SMTP_REQUIRE_TLS', 'SMTP_URL'),
    ...needsWhenOn(v, 'WINNOW_SMTP_LEGACY_TLS', 'WINNOW_SMTP_TLS_CERT_FILE'),
    ...needsWhenOn(v, 'WINNOW_SMTP_AUTH_NEEDS_TLS', 'WINNOW_SMTP_TLS_CERT_FILE'),
    ...ftpWithoutCertificate(v),
    ...samePort(v),
    ...passwordLengths(v),
    ...standInBeyondLoopback(v),
    ...plainHttpBeyondLoopback(v),
    ...tlsThatNobodyEnds(v),
  ]
}

function together(v: SettingValues, a: SettingName, b: SettingName): string[] {
  if ((v[a] === undefined) === (v[b] === undefined)) return []
  const [given, missing] = v[a] === undefined ? [b, a] : [a, b]
  return [`${given} needs ${missing} beside it`]
}

function needs(v: SettingValues, name: SettingName, other: SettingName): string[] {
  return v[name] !== undefined && v[other] === undefined ? [`${name} needs ${other} beside it`] : []
}

function needsWhenOn(v: SettingValues, name: SettingName, other: SettingName): string[] {
  return v[name] === true && v[other] === undefined ? [`${name} needs ${other} beside it`] : []
}

/** Finds listeners on the same port. Port 0 is chosen by the system and never conflicts. */
function samePort(v: SettingValues): string[] {
  const listeners = [
    { name: 'WINNOW_HTTP_PORT', host: v.WINNOW_HTTP_HOST, port: v.WINNOW_HTTP_PORT },
    { name: 'WINNOW_SMTP_PORT', host: v.WINNOW_SMTP_HOST, port: v.WINNOW_SMTP_PORT },
    { name: 'WINNOW_INGEST_PORT', ...ingestListener(v) },
    ...(v.WINNOW_FTP ? [{ name: 'WINNOW_FTP_PORT', host: v.WINNOW_FTP_HOST, port: v.WINNOW_FTP_PORT }] : []),
    ...(v.WINNOW_FTP && v.WINNOW_FTP_TLS_PORT !== undefined
      ? [{ name: 'WINNOW_FTP_TLS_PORT', host: v.WINNOW_FTP_HOST, port: v.WINNOW_FTP_TLS_PORT }]
      : []),
    ...(v.WINNOW_DC09 ? [{ name: 'WINNOW_DC09_PORT', host: v.WINNOW_DC09_HOST, port: v.WINNOW_DC09_PORT }] : []),
    ...(v.WINNOW_FRONTEL
      ? [{ name: 'WINNOW_FRONTEL_PORT', host: v.WINNOW_FRONTEL_HOST, port: v.WINNOW_FRONTEL_PORT }]
      : []),
    { name: 'WINNOW_PROBES_PORT', host: v.WINNOW_PROBES_HOST, port: probesPort(v) },
  ]
  return listeners.flatMap((one, index) => {
    if (one.port > 65_535) return [`${one.name} must be set: there is no port that far above WINNOW_HTTP_PORT`]
    const same = listeners.slice(0, index).find(({ host, port }) => host === one.host && port === one.port)
    return same === undefined || one.port === 0 ? [] : [`${one.name} must differ from ${same.name}`]
  })
}

/** Finds what FTP needs a certificate for, where there is none: its own port for TLS, and logins from other machines. */
function ftpWithoutCertificate(v: SettingValues): string[] {
  const hasOne = v.WINNOW_FTP_TLS_CERT_FILE !== undefined || v.WINNOW_SMTP_TLS_CERT_FILE !== undefined
  if (!v.WINNOW_FTP || hasOne) return []
  const needing = [
    ...(v.WINNOW_FTP_TLS_PORT === undefined ? [] : ['WINNOW_FTP_TLS_PORT']),
    ...(v.WINNOW_FTP_LEGACY_TLS ? ['WINNOW_FTP_LEGACY_TLS'] : []),
  ].map((name) => `${name} needs WINNOW_FTP_TLS_CERT_FILE beside it`)
  if (isLoopbackHost(v.WINNOW_FTP_HOST) || v.WINNOW_FTP_PLAIN) return needing
  return [
    ...needing,
    'WINNOW_FTP_HOST reaches beyond this machine: set WINNOW_FTP_TLS_CERT_FILE and WINNOW_FTP_TLS_KEY_FILE, or say WINNOW_FTP_PLAIN=yes',
  ]
}

/** A stand-in must never be taken for a real cloud, so it works only where nobody but the developer comes. */
function standInBeyondLoopback(v: SettingValues): string[] {
  if (v.WINNOW_PELCO_CLOUD !== 'stand-in') return []
  const publicHost = URL.parse(v.WINNOW_PUBLIC_URL ?? '')?.hostname.replace(/^\[|\]$/g, '')
  const reaching = [
    ...(isLoopbackHost(v.WINNOW_HTTP_HOST) ? [] : ['WINNOW_HTTP_HOST']),
    ...(publicHost === undefined || isLoopbackHost(publicHost) ? [] : ['WINNOW_PUBLIC_URL']),
    ...(v.WINNOW_TRUSTED_PROXIES.length === 0 ? [] : ['WINNOW_TRUSTED_PROXIES']),
  ]
  return reaching.map(
    (name) =>
      `WINNOW_PELCO_CLOUD=stand-in is for development, and ${name} says that others reach this machine: leave it off`,
  )
}

function passwordLengths(v: SettingValues): string[] {
  if (v.WINNOW_PASSWORD_MIN_LENGTH <= v.WINNOW_PASSWORD_MAX_LENGTH) return []
  return ['WINNOW_PASSWORD_MIN_LENGTH must not be above WINNOW_PASSWORD_MAX_LENGTH']
}

function plainHttpBeyondLoopback(v: SettingValues): string[] {
  const protectedSomehow = v.WINNOW_TLS_CERT_FILE !== undefined || v.WINNOW_TRUSTED_PROXIES.length > 0
  if (protectedSomehow || v.WINNOW_INSECURE_HTTP) return []
  const reaching = [
    ...(isLoopbackHost(v.WINNOW_HTTP_HOST) ? [] : ['WINNOW_HTTP_HOST']),
    ...(v.WINNOW_INGEST_HOST === undefined || isLoopbackHost(v.WINNOW_INGEST_HOST) ? [] : ['WINNOW_INGEST_HOST']),
  ]
  return reaching.map(
    (name) =>
      `${name} reaches beyond this machine: set WINNOW_TLS_CERT_FILE and WINNOW_TLS_KEY_FILE, or name the proxy in front in WINNOW_TRUSTED_PROXIES, or say WINNOW_INSECURE_HTTP=yes`,
  )
}

/**
 * Finds a public TLS address for which neither this program nor a trusted proxy terminates TLS. Behind a proxy that the settings do not
 * name, all clients would have the proxy's address in limits and in the audit log, and its header about TLS would be ignored.
 */
function tlsThatNobodyEnds(v: SettingValues): string[] {
  if (URL.parse(v.WINNOW_PUBLIC_URL ?? '')?.protocol !== 'https:' || !v.WINNOW_ROLES.includes('api')) return []
  if (v.WINNOW_TLS_CERT_FILE !== undefined || v.WINNOW_TRUSTED_PROXIES.length > 0) return []
  return [
    'WINNOW_PUBLIC_URL is an https address: name the proxy in front in WINNOW_TRUSTED_PROXIES (127.0.0.1 for one on this machine), or set WINNOW_TLS_CERT_FILE and WINNOW_TLS_KEY_FILE',
  ]
}
