import { inSystem, type Db } from '../../../platform/db/transaction.ts'
import type { CaptchaChallenges, SolvedCaptcha } from '../captcha/captcha-challenges.ts'
import { requireCaptcha } from '../captcha/require-captcha.ts'
import { countAttempt, giveBack, needsCaptcha } from './counted.ts'
import { allOf, type AttemptKeys } from './what-is-counted.ts'

export interface AttemptDeps {
  db: Db
  captchas: CaptchaChallenges
}

/**
 * Counts an attempt before it is looked at, in the database: neither many at once nor many sessions or processes get further than one after the
 * other. What turns out to be right gives it back.
 * @throws AppError CAPTCHA_… after a few attempts, and nothing is counted; RATE_LIMITED after many with captchas
 */
export async function takeAttempt(
  { db, captchas }: AttemptDeps,
  keys: AttemptKeys,
  { captcha, now }: { captcha: SolvedCaptcha | undefined; now: Date },
): Promise<void> {
  const counted = allOf(keys)
  const captchaSolved = await inSystem(db, (tx) => needsCaptcha(tx, counted, now))
  if (captchaSolved) await requireCaptcha(captchas, captcha, now)
  await inSystem(db, (tx) => countAttempt(tx, counted, { captchaSolved, now }))
}

/**
 * Looks whether an attempt that was counted is right. Where nobody could look, as while too many hashes wait, nothing was tried and the count is
 * given back: whoever is told to try again must not be asked for captchas for it.
 */
export async function judgeAttempt<T>(db: Db, keys: AttemptKeys, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    // Where the database is away too, the first error says more.
    await inSystem(db, (tx) => giveBack(tx, allOf(keys))).catch(() => undefined)
    throw error
  }
}
