import { clientKey } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** What is guessed: the code of a second factor, or the password before one's own is changed. */
export type Guess = 'code' | 'password'

export interface Guesser {
  userId: string
  address: string
}

/**
 * How many may be tried, right ones apart. Six digits are few: with three codes in force at a time, twenty tries a day are still
 * right about once in 45 years. Many people share an address.
 */
const limitsOf = (guess: Guess, { userId, address }: Guesser) => [
  { key: `${guess}:${userId}`, limit: 5, windowMs: 15 * MINUTE_MS },
  { key: `${guess}-day:${userId}`, limit: 20, windowMs: DAY_MS },
  { key: `${guess}-address:${clientKey(address)}`, limit: 30, windowMs: 15 * MINUTE_MS },
]

/**
 * Counts an attempt before it is looked at, in the database: neither many at once nor many sessions or processes get further than
 * one after the other.
 * @throws AppError RATE_LIMITED
 */
export async function takeAttempt(tx: Tx, guess: Guess, guesser: Guesser, now: Date): Promise<void> {
  for (const { key, limit, windowMs } of limitsOf(guess, guesser)) {
    const started = new Date(now.getTime() - windowMs)
    // oxlint-disable-next-line no-await-in-loop -- in one order, so that attempts at the same time wait for each other and never cross
    const { rows } = await sql<{ count: number; since: Date }>`
      insert into login_failure as f (key, count, since) values (${key}, 1, ${now})
      on conflict (key) do update set
        count = case when f.since > ${started} then f.count + 1 else 1 end,
        since = case when f.since > ${started} then f.since else ${now} end
      returning count, since`.execute(tx)
    const [row] = rows
    if (!row || row.count <= limit) continue
    throw new AppError('RATE_LIMITED', 'Too many wrong attempts. Wait a while and try again.', {
      retryAfter: Math.ceil((row.since.getTime() + windowMs - now.getTime()) / 1000),
    })
  }
}

/** The attempt was right: the user's are forgotten, and of the address this one. */
export async function forgetAttempts(tx: Tx, guess: Guess, guesser: Guesser): Promise<void> {
  const [own, ownOfDay, address] = limitsOf(guess, guesser).map(({ key }) => key)
  await tx
    .deleteFrom('login_failure')
    .where('key', 'in', [own ?? '', ownOfDay ?? ''])
    .execute()
  await tx
    .updateTable('login_failure')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', address ?? '')
    .where('count', '>', 0)
    .execute()
}
