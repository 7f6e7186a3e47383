import { isKnownZone } from '../time/time-zone.ts'
import type { ValidationIssue } from './issue.ts'

/** Requires a time zone of the IANA list (`Europe/Berlin`, `UTC`). Bare offsets are refused, since they have no summer time. */
export function timezoneIssue(zone: string): ValidationIssue | undefined {
  const isName = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(zone)
  return isName && isKnownZone(zone) ? undefined : { key: 'v.timezone' }
}

/** Requires six ASCII digits, the form of a 2FA or backup code. The server checks the code itself. */
export function codeIssue(code: string): ValidationIssue | undefined {
  return /^[0-9]{6}$/.test(code) ? undefined : { key: 'v.code' }
}

/** The twelve digits of a Pelco serial without its hyphens; `undefined` when it is invalid. */
export function parsePelcoSerial(text: string): string | undefined {
  const digits = text.replaceAll('-', '')
  return /^[0-9]{12}$/.test(digits) ? digits : undefined
}
