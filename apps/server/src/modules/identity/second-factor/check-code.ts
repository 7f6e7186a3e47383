import { inSystem } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { recordAudit } from '../../audit/index.ts'
import { forget, giveBack } from '../attempts/counted.ts'
import { judgeAttempt, takeAttempt } from '../attempts/take-attempt.ts'
import { codeAttempts } from '../attempts/what-is-counted.ts'
import { countBackupCodes, redeemBackupCode } from './backup-codes.ts'
import type { Origin, Owner, SecondFactorDeps } from './second-factor-deps.ts'
import { openOtpSecret } from './second-factor-secrets.ts'
import { acceptedStep } from './totp.ts'

/** The submitted code: a code of the authenticator app, or a backup code. */
export interface ShownCode {
  authenticationCode?: string | undefined
  backupCode?: string | undefined
}

export const hasCode = ({ authenticationCode, backupCode }: ShownCode): boolean =>
  (authenticationCode ?? backupCode) !== undefined

/** The error for every wrong code. Its status is not 401, because the console would treat that as the end of the session. */
export const wrongCode = (): AppError => new AppError('CODE_INVALID', 'Incorrect verification code')

/** Whether a code of the authenticator app is right. Stores its time step, so that it is accepted only once. */
async function redeemOtp({ db, keys, clock }: SecondFactorDeps, userId: string, code: string): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const row = await tx
      .selectFrom('second_factor')
      .select(['secret', 'last_step'])
      .where('id', '=', userId)
      // Of two concurrent requests with the same code, the second one waits, and then sees that the step is used.
      .forUpdate()
      .executeTakeFirst()
    if (!row?.secret) return false
    const secret = openOtpSecret(keys, userId, row.secret)
    const lastStep = row.last_step === null ? null : Number(row.last_step)
    const step = acceptedStep({ secret, code, lastStep }, clock.now())
    if (step === undefined) return false
    await tx.updateTable('second_factor').set({ last_step: step }).where('id', '=', userId).execute()
    return true
  })
}

/**
 * Checks the second factor of a login.
 * @throws AppError CODE_INVALID; CAPTCHA_… after a few wrong codes for the account or from the address, RATE_LIMITED after many
 */
export async function requireCode(
  deps: SecondFactorDeps,
  owner: Owner,
  shown: ShownCode,
  { address, requestId, captcha }: Origin,
): Promise<void> {
  const { db, clock } = deps
  const keys = codeAttempts(owner.id, address)
  await takeAttempt(deps, keys, { captcha, now: clock.now() })
  const { authenticationCode, backupCode } = shown
  const isBackup = authenticationCode === undefined
  const right = await judgeAttempt(db, keys, async () =>
    isBackup
      ? backupCode !== undefined && redeemBackupCode(deps, owner.id, backupCode)
      : redeemOtp(deps, owner.id, authenticationCode),
  )
  await inSystem(db, async (tx) => {
    const author = { companyId: owner.companyId, name: owner.name, userId: owner.id, address }
    const entry = (action: string) => ({
      action,
      objectType: 'user' as const,
      objectId: owner.id,
      objectName: owner.name,
    })
    const now = clock.now()
    if (right) {
      await forget(tx, keys.own)
      await giveBack(tx, [keys.address])
    } else await recordAudit(tx, author, entry('second-factor.failed'), now, requestId)
    if (right && isBackup) {
      const left = await countBackupCodes(tx, owner.id)
      await recordAudit(tx, author, { ...entry('second-factor.backup-code-used'), after: { left } }, now, requestId)
    }
  })
  if (!right) throw wrongCode()
}
