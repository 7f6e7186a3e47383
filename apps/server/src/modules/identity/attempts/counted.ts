import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'

/** One counter of attempts, for example that of an account or of an address. */
export interface Counted {
  key: string
  windowMs: number
  /** Attempts allowed within the window without a captcha. Each further attempt needs a captcha. */
  free: number
  /** Attempts allowed within the window in total, including those with captchas. */
  most?: number
}

interface Count {
  count: number
  since: Date
}

const isSpent = ({ most }: Counted, count: number): boolean => most !== undefined && count >= most

const tooMany = ({ windowMs }: Counted, since: Date, now: Date): AppError =>
  new AppError('RATE_LIMITED', 'Too many wrong attempts. Wait a while and try again.', {
    retryAfter: Math.ceil((since.getTime() + windowMs - now.getTime()) / 1000),
  })

/**
 * Whether the next attempt requires a captcha. Takes no locks, so that a flood of refused attempts delays nobody.
 * @throws AppError RATE_LIMITED
 */
export async function needsCaptcha(tx: Tx, counted: readonly Counted[], now: Date): Promise<boolean> {
  const rows = await tx
    .selectFrom('login_failure')
    .select(['key', 'count', 'since'])
    .where(
      'key',
      'in',
      counted.map(({ key }) => key),
    )
    .execute()
  let needed = false
  for (const each of counted) {
    const row = rows.find(({ key }) => key === each.key)
    if (!row || row.since.getTime() <= now.getTime() - each.windowMs) continue
    if (isSpent(each, row.count)) throw tooMany(each, row.since, now)
    needed ||= row.count >= each.free
  }
  return needed
}

/**
 * Counts an attempt. Counters are locked in the given order, so that concurrent attempts wait for each other and cannot deadlock. If this
 * function throws, the transaction is rolled back and the attempt is not counted.
 * @param options.captchaSolved whether this attempt came with a solved captcha
 * @throws AppError RATE_LIMITED or CAPTCHA_REQUIRED, if other attempts were counted since the check of `needsCaptcha`
 */
export async function countAttempt(
  tx: Tx,
  counted: readonly Counted[],
  { captchaSolved, now }: { captchaSolved: boolean; now: Date },
): Promise<void> {
  for (const each of counted) {
    const started = new Date(now.getTime() - each.windowMs)
    // oxlint-disable-next-line no-await-in-loop -- in one order
    const { rows } = await sql<Count>`
      insert into login_failure as f (key, count, since) values (${each.key}, 1, ${now})
      on conflict (key) do update set
        count = case when f.since > ${started} then f.count + 1 else 1 end,
        since = case when f.since > ${started} then f.since else ${now} end
      returning count, since`.execute(tx)
    const [row] = rows
    if (!row) continue
    if (isSpent(each, row.count - 1)) throw tooMany(each, row.since, now)
    if (!captchaSolved && row.count > each.free) throw new AppError('CAPTCHA_REQUIRED', 'Captcha required')
  }
}

/** Removes one attempt from the counters, because it was right or could not be checked. */
export async function giveBack(tx: Tx, counted: readonly Counted[]): Promise<void> {
  for (const { key } of counted)
    // oxlint-disable-next-line no-await-in-loop -- in one order
    await tx
      .updateTable('login_failure')
      .set(({ eb }) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
}

/** Resets counters after the owner has logged in. */
export async function forget(tx: Tx, counted: readonly Counted[]): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- in one order
  for (const { key } of counted) await tx.deleteFrom('login_failure').where('key', '=', key).execute()
}
