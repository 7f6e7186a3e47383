import type { SMTPServerOptions } from 'smtp-server'

/**
 * TLS as a mail server for devices wants it: 1.2 and newer, or with `legacy` whatever the device knows. Old firmware speaks TLS 1.0 with keys
 * that OpenSSL refuses at its usual security level.
 */
export function tlsOptions(tls: { key: string; cert: string; legacy?: boolean } | undefined): SMTPServerOptions {
  if (!tls) return {}
  const { key, cert, legacy = false } = tls
  return legacy
    ? { key, cert, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }
    : { key, cert, minVersion: 'TLSv1.2' }
}
