import type { ValidationIssue } from './issue.ts'

function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A zone of the IANA list by its name (`Europe/Berlin`, `UTC`). Bare offsets are refused: they know no summer time. */
export function timezoneIssue(zone: string): ValidationIssue | undefined {
  const isName = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(zone)
  return isName && isKnownZone(zone) ? undefined : { key: 'v.timezone' }
}

/** The form of a 2FA or backup code: six ASCII digits. Whether it is right, the server knows. */
export function codeIssue(code: string): ValidationIssue | undefined {
  return /^[0-9]{6}$/.test(code) ? undefined : { key: 'v.code' }
}

/** The twelve digits of a Pelco serial without its hyphens, or `undefined` when it is none. */
export function parsePelcoSerial(text: string): string | undefined {
  const digits = text.replaceAll('-', '')
  return /^[0-9]{12}$/.test(digits) ? digits : undefined
}
