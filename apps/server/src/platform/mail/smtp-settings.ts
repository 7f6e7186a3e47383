import type { SmtpSettings } from '@winnow/delivery'

/**
 * Parses the address of a mail server, `smtp://user:password@host:587` or `smtps://…`. The settings have validated its form.
 * @param requireTls whether TLS is required. Default: required only if the address has a password
 */
export function smtpSettings(address: string, requireTls?: boolean): SmtpSettings {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  return {
    // An IPv6 address has brackets in a URL and nowhere else.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(url.username === '' ? {} : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }),
    ...(requireTls === undefined ? {} : { requireTls }),
  }
}
