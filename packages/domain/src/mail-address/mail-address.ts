import { hostnameIssue, isIpv4, mailboxIssue } from '../validation/host.ts'
import type { ValidationIssue } from '../validation/issue.ts'
import { textLengthIssue } from '../validation/text.ts'

/** Maximum length of an address in characters: 64 of the mailbox, 1 of the @ and 253 of the domain. */
const MAIL_ADDRESS_MAX = 318

function isBlocked(domain: string, blocked: ReadonlySet<string>): boolean {
  const labels = domain.split('.')
  return labels.some((_label, index) => blocked.has(labels.slice(index).join('.')))
}

/**
 * Validates the e-mail address of a person: ASCII dot-atoms before the @ (no quotes, comments or aliases with +), and a domain with at
 * least one dot. A valid address cannot put a line break, a comma or a bracket into a mail header.
 * @param blockedDomains lower case; their subdomains are blocked too
 */
export function mailAddressIssue(
  text: string,
  blockedDomains: ReadonlySet<string> = new Set(),
): ValidationIssue | undefined {
  const tooLong = textLengthIssue(text, { max: MAIL_ADDRESS_MAX })
  if (tooLong) return tooLong
  const [mailbox, domain, ...rest] = text.split('@')
  if (mailbox === undefined || domain === undefined || rest.length > 0) return { key: 'v.email.at' }
  if (mailbox.includes('+')) return { key: 'v.email.alias' }
  if (mailboxIssue(mailbox) || hostnameIssue(domain) || isIpv4(domain) || !domain.includes('.')) {
    return { key: 'v.email.invalid' }
  }
  const lower = domain.toLowerCase()
  return isBlocked(lower, blockedDomains) ? { key: 'v.email.blocked', params: { domain: lower } } : undefined
}

/** The form in which addresses are stored and compared: trimmed, lower case. */
export function normalizeMailAddress(text: string): string {
  return text.trim().toLowerCase()
}
