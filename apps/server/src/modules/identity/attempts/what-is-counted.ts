import { clientKey } from '@winnow/domain'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import type { Counted } from './counted.ts'

const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000

/** The counters of an attempt. */
export interface AttemptKeys {
  /** The owner's counters, reset after their login. */
  own: readonly Counted[]
  /**
   * The address's counter. A login does not reset it. Otherwise an attacker could reset it for a whole network by logging in with an
   * account of their own.
   */
  address: Counted
}

export const allOf = ({ own, address }: AttemptKeys): readonly Counted[] => [...own, address]

/**
 * Counters for passwords that are tried with an e-mail as typed, whether or not it has an account. Many people share an address, so its
 * limit is higher than an account's. With captchas, one address gets ten attempts per e-mail, and all addresses together get a hundred.
 * NIST SP 800-63B allows a hundred failures in a row.
 */
export function passwordAttempts(email: string, address: string): AttemptKeys {
  const [account, client] = [hashToken(email), clientKey(address)]
  return {
    own: [
      { key: `account:${account}`, windowMs: QUARTER_MS, free: 3, most: 100 },
      { key: `account-at:${account}:${client}`, windowMs: QUARTER_MS, free: 3, most: 10 },
    ],
    address: { key: `address:${client}`, windowMs: QUARTER_MS, free: 10, most: 60 },
  }
}

/**
 * Counters for codes of a user's second factor. A code has only six digits. With three codes valid at a time, twenty attempts a day succeed
 * about once in 45 years. Half of the twenty need captchas. So a script that knows the password cannot use up the owner's attempts.
 */
export const ownCodes = (userId: string): readonly Counted[] => [
  { key: `code:${userId}`, windowMs: QUARTER_MS, free: 3 },
  { key: `code-day:${userId}`, windowMs: DAY_MS, free: 10, most: 20 },
]

export const codeAttempts = (userId: string, address: string): AttemptKeys => ({
  own: ownCodes(userId),
  address: { key: `code-address:${clientKey(address)}`, windowMs: QUARTER_MS, free: 30 },
})

/** Counters for reset mails, requested for an e-mail with or without an account. */
export function resetAttempts(email: string, address: string): AttemptKeys {
  const [account, client] = [hashToken(email), clientKey(address)]
  return {
    own: [
      { key: `reset:${account}`, windowMs: QUARTER_MS, free: 3, most: 20 },
      { key: `reset-at:${account}:${client}`, windowMs: QUARTER_MS, free: 3, most: 6 },
    ],
    address: { key: `reset-address:${client}`, windowMs: QUARTER_MS, free: 20, most: 60 },
  }
}
