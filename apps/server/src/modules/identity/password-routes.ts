import { newPassword, resetPassword } from '@winnow/contract'
import { normalizeMailAddress } from '@winnow/domain'
import { FALLBACK_LOCALE } from '@winnow/i18n'
import { inNoCompany, inSystem, inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { forget } from './attempts/counted.ts'
import { takeAttempt } from './attempts/take-attempt.ts'
import { passwordAttempts, resetAttempts } from './attempts/what-is-counted.ts'
import { captchaOf } from './captcha/require-captcha.ts'
import { registerChangePassword } from './change-own-password.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { mailPasswordChanged, mailPasswordLink } from './password-mails.ts'
import { findLinkOwner, useLink } from './redeem-password-link.ts'
import { requireNewPassword } from './require-new-password.ts'

const linkInvalid = () =>
  new AppError('LINK_INVALID', 'This link is wrong, too old or was used already. Ask for a new one.')

export function registerPasswords(register: Register, deps: IdentityDeps): void {
  const { db, clock, attempts, queue } = deps

  registerChangePassword(register, deps)

  register(resetPassword, async ({ body, request }) => {
    const now = clock.now()
    const email = normalizeMailAddress(body.email)
    await takeAttempt(deps, resetAttempts(email, request.ip), { captcha: captchaOf(request), now })
    await inSystem(db, (tx) => queue.enqueue(tx, mailPasswordLink, { email, locale: body.locale ?? FALLBACK_LOCALE }))
    return { success: true as const }
  })

  register(newPassword, async ({ body, request }) => {
    const now = clock.now()
    const owner = await inSystem(db, (tx) => findLinkOwner(tx, body.token, now))
    if (!owner) throw linkInvalid()
    attempts.redemptions.require(owner.id, now)
    await requireNewPassword({ next: body.newPassword }, deps.passwordPolicy, [
      owner.name,
      owner.email,
      owner.companyName,
      deps.productName,
    ])
    const hash = await deps.hasher.hash(body.newPassword)
    await inTenant(db, owner.companyId, async (tx) => {
      if (!(await useLink(tx, body.token, owner, now))) throw linkInvalid()
      await tx.updateTable('app_user').set({ password_hash: hash }).where('id', '=', owner.id).execute()
      // A user with a password needs no invitation any more, and its link must not set another one.
      await tx.deleteFrom('invitation').where('user_id', '=', owner.id).execute()
      await endSessions(tx, { userId: owner.id }, now)
      await recordAudit(
        tx,
        { companyId: owner.companyId, name: owner.name, userId: owner.id, address: request.ip },
        { action: 'password.reset', objectType: 'user', objectId: owner.id, objectName: owner.name },
        now,
        request.id,
      )
      await queue.enqueue(tx, mailPasswordChanged, { userId: owner.id, at: now.toISOString(), address: request.ip })
    })
    // A user who reads the account's mails is its owner. So the failed attempts, which may be those of somebody else, are reset.
    const email = normalizeMailAddress(owner.email)
    await inNoCompany(db, (tx) => forget(tx, passwordAttempts(email, request.ip).own))
    return { success: true as const }
  })
}
