import type { SMTPServerOptions } from 'smtp-server'

/**
 * The TLS options of the mail server for devices: TLS 1.2 and newer, or with `legacy` also older versions. Old firmware uses TLS 1.0 with
 * keys that OpenSSL refuses at its default security level.
 */
export function tlsOptions(tls: { key: string; cert: string; legacy?: boolean } | undefined): SMTPServerOptions {
  if (!tls) return {}
  const { key, cert, legacy = false } = tls
  return legacy
    ? { key, cert, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }
    : { key, cert, minVersion: 'TLSv1.2' }
}
