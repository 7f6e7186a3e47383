import { changePassword } from '@winnow/contract'
import { normalizeMailAddress } from '@winnow/domain'
import { inNoCompany, inTenant, type Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Outside } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { forget, giveBack } from './attempts/counted.ts'
import { judgeAttempt, takeAttempt } from './attempts/take-attempt.ts'
import { passwordAttempts } from './attempts/what-is-counted.ts'
import { captchaOf } from './captcha/require-captcha.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { callerOf, openSession } from './open-session.ts'
import { mailPasswordChanged } from './password-mails.ts'
import { closeLinks } from './redeem-password-link.ts'
import { requireNewPassword } from './require-new-password.ts'
import { setSessionCookie } from './session-cookie.ts'

const oldPasswordInvalid = (): AppError => new AppError('OLD_PASSWORD_INVALID', 'Invalid old password')

/** The calling session with its user. */
async function findOwn(tx: Tx, sessionId: string) {
  return tx
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .select([
      'app_user.id as userId',
      'app_user.password_hash',
      'app_user.email',
      'app_user.name',
      'company.name as companyName',
      'session.keep_logged_in as keepLoggedIn',
      'session.expires_at as expiresAt',
    ])
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow()
}

/**
 * Checks the old and the new password. Attempts with a wrong old password are counted like failed logins.
 * @throws AppError OLD_PASSWORD_INVALID, the errors of a login, and the errors for a new password
 */
async function checkPasswords(
  deps: IdentityDeps,
  { actor, body, request, now, requestId, read }: Outside<typeof changePassword>,
) {
  const { userId, sessionId } = actor
  if (userId === null || sessionId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  if (body.userId !== userId) throw new AppError('FORBIDDEN', 'Only the user themselves may change their password')
  const row = await read((tx) => findOwn(tx, sessionId))
  const email = normalizeMailAddress(row.email)
  const keys = passwordAttempts(email, request.ip)
  await takeAttempt(deps, keys, { captcha: captchaOf(request), now })
  const stored = row.password_hash ?? undefined
  if (!(await judgeAttempt(deps.db, keys, () => deps.hasher.verify(stored, body.oldPassword)))) {
    await inTenant(deps.db, actor.companyId, async (tx) => {
      const entry = { action: 'password.failed', objectType: 'user' as const, objectId: userId, objectName: actor.name }
      await recordAudit(tx, actor, entry, now, requestId)
    })
    throw oldPasswordInvalid()
  }
  await inNoCompany(deps.db, async (tx) => {
    await forget(tx, keys.own)
    await giveBack(tx, [keys.address])
  })
  await requireNewPassword({ next: body.newPassword, old: body.oldPassword }, deps.passwordPolicy, [
    row.name,
    row.email,
    row.companyName,
    deps.productName,
  ])
  return { own: row, hash: await deps.hasher.hash(body.newPassword), caller: callerOf(request) }
}

/** Changes the caller's password. All their other sessions end. The calling session gets a new token and keeps its expiry time. */
export function registerChangePassword(register: Register, deps: IdentityDeps): void {
  register.write(changePassword, {
    prepare: (asked) => checkPasswords(deps, asked),
    async change({ tx, actor, companyId, now, prepared: { own, hash, caller }, audit }) {
      const { userId, keepLoggedIn, expiresAt } = own
      const changed = await tx
        .updateTable('app_user')
        .set({ password_hash: hash })
        .where('id', '=', userId)
        // A password reset that happened meanwhile has ended this session. It must not be undone.
        .where('password_hash', '=', own.password_hash)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw oldPasswordInvalid()
      await closeLinks(tx, userId, now)
      await endSessions(tx, { userId }, now)
      const token = await openSession(tx, { userId, companyId, keepLoggedIn, expiresAt, caller }, now)
      await audit({ action: 'password.changed', objectType: 'user', objectId: userId, objectName: actor.name })
      await deps.queue.enqueue(tx, mailPasswordChanged, { userId, at: now.toISOString(), address: actor.address })
      return token
    },
    async reply({ prepared: { own }, result: token, reply }) {
      setSessionCookie(reply, token, { keep: own.keepLoggedIn })
      return { success: true as const }
    },
  })
}
