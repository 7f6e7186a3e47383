import { clientKey } from '@winnow/domain'
import { sql } from 'kysely'
import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'

const WINDOW_MS = 15 * 60_000
/** Failures after which a captcha is asked for. Many people share an address, so it may fail more often than an account. */
const ALLOWED = { account: 3, address: 10 }

/** Whose failures an attempt counts to: the e-mail as it was typed, whether or not it has an account, and the address. */
export interface FailureKeys {
  account: string
  address: string
}

export function failureKeys(email: string, address: string): FailureKeys {
  return { account: `account:${hashToken(email)}`, address: `address:${clientKey(address)}` }
}

/** Whether there were so many failures that a person must show to be one. */
export async function isSuspicious(tx: Tx, keys: FailureKeys, now: Date): Promise<boolean> {
  const rows = await tx
    .selectFrom('login_failure')
    .select(['key', 'count'])
    .where('key', 'in', [keys.account, keys.address])
    .where('since', '>', new Date(now.getTime() - WINDOW_MS))
    .execute()
  return rows.some(({ key, count }) => count >= (key === keys.account ? ALLOWED.account : ALLOWED.address))
}

/** Counts a failure. Locks in one order, so that attempts at the same time wait for each other and never cross. */
export async function noteFailure(tx: Tx, keys: FailureKeys, now: Date): Promise<void> {
  const started = new Date(now.getTime() - WINDOW_MS)
  for (const key of [keys.account, keys.address])
    await sql`
      insert into login_failure as f (key, count, since) values (${key}, 1, ${now})
      on conflict (key) do update set
        count = case when f.since > ${started} then f.count + 1 else 1 end,
        since = case when f.since > ${started} then f.since else ${now} end`.execute(tx)
}

/** The account has shown who it is. Its address goes on being counted: a known account must not launder the guesses of a whole net. */
export async function forgetFailures(tx: Tx, { account }: FailureKeys): Promise<void> {
  await tx.deleteFrom('login_failure').where('key', '=', account).execute()
}
