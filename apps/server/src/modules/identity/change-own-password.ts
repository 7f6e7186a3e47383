import type { BodyOf, changePassword } from '@winnow/contract'
import { normalizeMailAddress } from '@winnow/domain'
import type { FastifyRequest } from 'fastify'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/index.ts'
import { forget, giveBack } from './attempts/counted.ts'
import { judgeAttempt, takeAttempt } from './attempts/take-attempt.ts'
import { passwordAttempts } from './attempts/what-is-counted.ts'
import { captchaOf } from './captcha/require-captcha.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { callerOf, openSession } from './open-session.ts'
import { mailPasswordChanged } from './password-mails.ts'
import { requireNewPassword } from './require-new-password.ts'

const oldPasswordInvalid = (): AppError => new AppError('OLD_PASSWORD_INVALID', 'Invalid old password')

/**
 * Changes the caller's password. All their sessions end; the one that asks gets a new token and ends when it would have anyway.
 * @throws AppError OLD_PASSWORD_INVALID, and what a login and a new password can be refused with
 */
export async function changeOwnPassword(
  deps: IdentityDeps,
  actor: Actor,
  body: BodyOf<typeof changePassword>,
  request: FastifyRequest,
): Promise<{ token: string; keepLoggedIn: boolean }> {
  const { userId, sessionId } = actor
  if (userId === null || sessionId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  if (body.userId !== userId) throw new AppError('FORBIDDEN', 'Only the user themselves may change their password')
  const now = deps.clock.now()
  const row = await inTenant(deps.db, actor.companyId, (tx) =>
    tx
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.id', 'session.user_id')
      .innerJoin('company', 'company.id', 'app_user.company_id')
      .select([
        'app_user.password_hash',
        'app_user.email',
        'app_user.name',
        'company.name as companyName',
        'session.keep_logged_in as keepLoggedIn',
        'session.expires_at as expiresAt',
      ])
      .where('session.id', '=', sessionId)
      .executeTakeFirstOrThrow(),
  )
  const email = normalizeMailAddress(row.email)
  const keys = passwordAttempts(email, request.ip)
  await takeAttempt(deps, keys, { captcha: captchaOf(request), now })
  const stored = row.password_hash ?? undefined
  if (!(await judgeAttempt(deps.db, keys, () => deps.hasher.verify(stored, body.oldPassword)))) {
    await inSystem(deps.db, async (tx) => {
      const entry = { action: 'password.failed', objectType: 'user', objectId: userId, objectName: actor.name }
      await recordAudit(tx, actor, entry, now, request.id)
    })
    throw oldPasswordInvalid()
  }
  await inSystem(deps.db, async (tx) => {
    await forget(tx, keys.own)
    await giveBack(tx, [keys.address])
  })
  await requireNewPassword({ next: body.newPassword, old: body.oldPassword }, deps.passwordPolicy, [
    row.name,
    row.email,
    row.companyName,
    deps.productName,
  ])
  const hash = await deps.hasher.hash(body.newPassword)
  return inTenant(deps.db, actor.companyId, async (tx) => {
    const changed = await tx
      .updateTable('app_user')
      .set({ password_hash: hash })
      .where('id', '=', userId)
      // A reset meanwhile ended this session: it must not undo the reset and go on.
      .where('password_hash', '=', row.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw oldPasswordInvalid()
    await tx
      .updateTable('password_link')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
    await endSessions(tx, { userId }, now)
    const { keepLoggedIn, expiresAt } = row
    const token = await openSession(
      tx,
      { userId, companyId: actor.companyId, keepLoggedIn, expiresAt, caller: callerOf(request) },
      now,
    )
    const entry = { action: 'password.changed', objectType: 'user', objectId: userId, objectName: actor.name }
    await recordAudit(tx, actor, entry, now, request.id)
    await deps.queue.enqueue(tx, mailPasswordChanged, { userId, at: now.toISOString(), address: request.ip })
    return { token, keepLoggedIn }
  })
}
