import type { SmtpSettings } from '@winnow/delivery'

/** Reads the address of a mail server, `smtp://user:password@host:587` or `smtps://…`. The settings checked its form. */
export function smtpSettings(address: string): SmtpSettings {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  return {
    // An IPv6 address stands in brackets in a URL and nowhere else.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(url.username === '' ? {} : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }),
  }
}
