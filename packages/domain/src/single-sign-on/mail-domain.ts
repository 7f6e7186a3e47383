import { hostnameIssue, isIpv4 } from '../validation/host.ts'

/** Public mail providers, whose domains belong to no company. */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set([
  'aol.com',
  'fastmail.com',
  'gmail.com',
  'gmx.at',
  'gmx.ch',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.co.uk',
  'hotmail.com',
  'hotmail.de',
  'hotmail.es',
  'hotmail.fr',
  'hotmail.it',
  'icloud.com',
  'libero.it',
  'live.com',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'onmicrosoft.com',
  'orange.fr',
  'outlook.com',
  'outlook.de',
  'outlook.es',
  'outlook.fr',
  'proton.me',
  'protonmail.com',
  'qq.com',
  't-online.de',
  'web.de',
  'yahoo.co.uk',
  'yahoo.com',
  'yahoo.de',
  'yahoo.es',
  'yahoo.fr',
  'yahoo.it',
  'yandex.com',
  'yandex.ru',
  'zoho.com',
])

/** Why a text cannot be the mail domain of a company. */
export type MailDomainIssue = 'invalid' | 'public'

/**
 * Returns why a text cannot be the mail domain of a company; undefined if it can.
 * @param domain trimmed, lower case
 */
export function mailDomainIssue(domain: string): MailDomainIssue | undefined {
  if (hostnameIssue(domain) || isIpv4(domain) || !domain.includes('.')) return 'invalid'
  return PUBLIC_PROVIDERS.has(domain) ? 'public' : undefined
}

/** Returns the domain of a normalised e-mail address; empty for a text without an @. */
export function mailDomainOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? '' : email.slice(at + 1)
}
