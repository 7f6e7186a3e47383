import { clientKey } from '@winnow/domain'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import type { Counted } from './counted.ts'

const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000

/** What an attempt counts to. */
export interface AttemptKeys {
  /** What is its owner's, and forgotten once they have shown who they are. */
  own: readonly Counted[]
  /** Its address. It goes on being counted: a known account must not launder the guesses of a whole net. */
  address: Counted
}

export const allOf = ({ own, address }: AttemptKeys): readonly Counted[] => [...own, address]

/**
 * Passwords tried on an e-mail as it was typed, whether or not it has an account. Many people share an address, so it may fail more often than
 * an account. Who solves captchas gets ten tries from an address; the hundred from all of them are what NIST SP 800-63B allows in a row.
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
 * Codes of a user's second factor. Six digits are few: with three codes in force at a time, twenty tries a day are still right about once in 45
 * years. Half of them need captchas, so that a script that knows the password leaves the owner the others.
 */
export const ownCodes = (userId: string): readonly Counted[] => [
  { key: `code:${userId}`, windowMs: QUARTER_MS, free: 3 },
  { key: `code-day:${userId}`, windowMs: DAY_MS, free: 10, most: 20 },
]

export const codeAttempts = (userId: string, address: string): AttemptKeys => ({
  own: ownCodes(userId),
  address: { key: `code-address:${clientKey(address)}`, windowMs: QUARTER_MS, free: 30 },
})

/** Mails with a link for a new password, asked for an e-mail that may have an account or none. */
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
