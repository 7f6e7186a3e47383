import { inNoCompany, type Db } from '../../../platform/db/transaction.ts'
import type { CaptchaChallenges, SolvedCaptcha } from '../captcha/captcha-challenges.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { countAttempt, giveBack, needsCaptcha } from './counted.ts'
import { allOf, type AttemptKeys } from './what-is-counted.ts'

export interface AttemptDeps {
  db: Db
  captchas: CaptchaChallenges
}

/**
 * Counts an attempt before it is checked. The counters are in the database, so the limits also hold for concurrent attempts from several
 * sessions or processes. The caller removes a right attempt from the counters again.
 * @throws AppError CAPTCHA_… after a few attempts (this attempt is then not counted); RATE_LIMITED after many attempts with captchas
 */
export async function takeAttempt(
  { db, captchas }: AttemptDeps,
  keys: AttemptKeys,
  { captcha, now }: { captcha: SolvedCaptcha | undefined; now: Date },
): Promise<void> {
  const counted = allOf(keys)
  const captchaSolved = await inNoCompany(db, (tx) => needsCaptcha(tx, counted, now))
  if (captchaSolved) await requireCaptcha(captchas, captcha, now)
  await inNoCompany(db, (tx) => countAttempt(tx, counted, { captchaSolved, now }))
}

/**
 * Checks an attempt that was counted. If the check is not possible, for example because too many hashes wait, the attempt is removed from
 * the counters: a user who is asked to try again must not need a captcha for that.
 */
export async function judgeAttempt<T>(db: Db, keys: AttemptKeys, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    // If the database is unreachable too, the first error is the more useful one.
    await inNoCompany(db, (tx) => giveBack(tx, allOf(keys))).catch(() => undefined)
    throw error
  }
}
