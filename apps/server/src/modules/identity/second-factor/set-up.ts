import { inSystem, inTenant, type Tx } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { recordAudit } from '../../audit/index.ts'
import { forget, giveBack } from '../attempts/counted.ts'
import { judgeAttempt, takeAttempt } from '../attempts/take-attempt.ts'
import { codeAttempts } from '../attempts/what-is-counted.ts'
import { endSessions } from '../end-sessions.ts'
import { makeBackupCodes, replaceBackupCodes } from './backup-codes.ts'
import { wrongCode } from './check-code.ts'
import type { Origin, Owner, SecondFactorDeps } from './second-factor-deps.ts'
import { openOtpSecret, sealOtpSecret } from './second-factor-secrets.ts'
import { acceptedStep, newOtpSecret } from './totp.ts'
import { endWaitingLogin, type WaitingLogin } from './waiting-login.ts'

/** The time for which a secret can be confirmed after it was shown. */
const SHOWN_MS = 15 * 60_000

/** The user who sets up a second factor, and where: in a waiting login or in a session. */
export interface SetUp {
  owner: Owner & { email: string }
  place: { waiting: WaitingLogin } | { sessionId: string }
}

/**
 * Names the login or session in which a secret was shown. The secret is not shown in another one, so somebody who only knows the password
 * cannot see the owner's.
 */
const placeName = ({ place }: SetUp): string =>
  'waiting' in place ? `login:${place.waiting.id}` : `session:${place.sessionId}`

/** Returns the secret to show: a new one, or the one just shown in the same login or session, so that the page can be reloaded. */
export async function showSecret({ db, keys, clock }: SecondFactorDeps, setUp: SetUp): Promise<string> {
  const { owner } = setUp
  const [now, by] = [clock.now(), placeName(setUp)]
  return inTenant(db, owner.companyId, async (tx) => {
    const shown = await findShown(tx, owner.id, by, now)
    if (shown !== undefined) return openOtpSecret(keys, owner.id, shown)
    const secret = newOtpSecret()
    const fresh = { new_secret: sealOtpSecret(keys, owner.id, secret), new_secret_by: by, new_secret_at: now }
    await tx
      .insertInto('second_factor')
      .values({ id: owner.id, company_id: owner.companyId, ...fresh })
      .onConflict((taken) => taken.column('id').doUpdateSet(fresh))
      .execute()
    return secret
  })
}

async function findShown(tx: Tx, userId: string, by: string, now: Date): Promise<string | undefined> {
  const row = await tx
    .selectFrom('second_factor')
    .select('new_secret')
    .where('id', '=', userId)
    .where('new_secret_by', '=', by)
    .where('new_secret_at', '>', new Date(now.getTime() - SHOWN_MS))
    .forUpdate()
    .executeTakeFirst()
  return row?.new_secret ?? undefined
}

/**
 * Starts using the secret that was shown, if the code is right. All other sessions and waiting logins of the user end, since they were
 * opened without this second factor.
 * @returns the backup codes, to be shown once
 * @throws AppError CODE_INVALID, CAPTCHA_…, RATE_LIMITED; SET_UP_TIMED_OUT when the secret is too old or was replaced; LOGIN_TIMED_OUT when
 * the login in which it was shown was finished meanwhile
 */
export async function confirmSecret(
  deps: SecondFactorDeps,
  setUp: SetUp,
  code: string,
  { address, requestId, captcha }: Origin,
): Promise<string[]> {
  const { db, keys, hasher, clock } = deps
  const { owner, place } = setUp
  const now = clock.now()
  const attempts = codeAttempts(owner.id, address)
  const shown = await inSystem(db, (tx) => findShown(tx, owner.id, placeName(setUp), now))
  // Without a secret no code can be right, so nothing is counted. A new secret must be shown.
  if (shown === undefined) throw new AppError('SET_UP_TIMED_OUT', 'This QR code is too old. Scan the new one.')
  await takeAttempt(deps, attempts, { captcha, now })
  const secret = openOtpSecret(keys, owner.id, shown)
  const step = acceptedStep({ secret, code, lastStep: null }, now)
  if (step === undefined) throw wrongCode()
  const made = await judgeAttempt(db, attempts, () => makeBackupCodes(keys, hasher))
  await inSystem(db, async (tx) => {
    if ('waiting' in place && !(await endWaitingLogin(tx, place.waiting.id)))
      throw new AppError('LOGIN_TIMED_OUT', 'This login has ended. Log in again.')
    await forget(tx, attempts.own)
    await giveBack(tx, [attempts.address])
    const confirmed = { secret: shown, confirmed_at: now, last_step: step }
    const put = await tx
      .updateTable('second_factor')
      .set({ ...confirmed, new_secret: null, new_secret_by: null, new_secret_at: null })
      .where('id', '=', owner.id)
      // Of two concurrent confirmations, only the first one updates the row, and the second one must not replace its backup codes.
      .where('new_secret', '=', shown)
      .returning('id')
      .executeTakeFirst()
    if (!put) throw wrongCode()
    await replaceBackupCodes(tx, owner, made)
    await endSessions(tx, { userId: owner.id, ...('sessionId' in place ? { except: place.sessionId } : {}) }, now)
    await recordAudit(
      tx,
      { companyId: owner.companyId, name: owner.name, userId: owner.id, address },
      { action: 'second-factor.set-up', objectType: 'user', objectId: owner.id, objectName: owner.name },
      now,
      requestId,
    )
  })
  return made.codes
}
