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
 * Counts an attempt before it is checked. The counters are in the database, so concurrent attempts from several sessions or processes get
 * no further than sequential ones. A right attempt takes its count back.
 * @throws AppError CAPTCHA_… after a few attempts, and nothing is counted; RATE_LIMITED after many with captchas
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
 * Checks an attempt that was counted. If it could not be checked, for example because too many hashes wait, the count is taken back: a user
 * who is asked to try again must not need a captcha for that.
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
