import type { Invitation } from '@winnow/contract'
import { quotedName } from '@winnow/delivery'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { beyondCompany, type Tx } from '../../platform/db/transaction.ts'
import { languagesOf, wordsIn } from '../identity/index.ts'
import type { UsersDeps } from './users-deps.ts'

/** The number of days for which the link of an invitation is valid. */
const INVITATION_DAYS = 7

export interface Invited {
  id: string
  companyId: string
  companyName: string
  name: string
  email: string
}

/** Creates the link of an invitation and ends an earlier one. Only a hash of its token is stored. */
export async function writeInvitation(tx: Tx, user: Invited, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const row = {
    company_id: user.companyId,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_DAYS * 86_400_000),
  }
  await tx
    .insertInto('invitation')
    .values({ user_id: user.id, ...row })
    .onConflict((taken) => taken.column('user_id').doUpdateSet(row))
    .execute()
  return { token, expiresAt: row.expires_at }
}

/**
 * Mails the link. Only the invited person sees it, since it sets their password. If the installation sends no mail, the inviter gets the
 * link instead, to pass it on. The mail to a new user is in the inviter's language.
 */
export async function sendInvitation(
  deps: UsersDeps,
  invited: Invited & { by: { name: string; userId: string | null } },
  { token, expiresAt }: { token: string; expiresAt: Date },
): Promise<Invitation> {
  const link = `${deps.publicUrl()}/accept-invitation?token=${token}`
  const people = [invited.id, ...(invited.by.userId === null ? [] : [invited.by.userId])]
  const t = await wordsIn(await beyondCompany(deps.db, 'languages', (tx) => languagesOf(tx, people)))
  const words = {
    product: deps.productName,
    company: quotedName(invited.companyName),
    by: quotedName(invited.by.name),
    link,
    days: INVITATION_DAYS,
  }
  const isConnected = (await deps.singleSignOnOf(invited)) === 'required'
  const result = await deps.mailer.send({
    to: invited.email,
    subject: t('mails:invitation.subject', words),
    text: t(isConnected ? 'mails:invitation.textSingleSignOn' : 'mails:invitation.text', words),
    date: deps.clock.now(),
  })
  if (!result.ok) deps.log.warn({ code: result.code, detail: result.detail }, 'an invitation could not be mailed')
  return {
    mailed: result.ok && result.via === 'smtp',
    link: deps.mailer.target === 'outbox' ? link : null,
    expiresAt: expiresAt.toISOString(),
  }
}

/** The user of an invitation's token; undefined when it is unknown or expired, or its user may not log in. */
export async function findInvited(tx: Tx, token: string, now: Date): Promise<Invited | undefined> {
  return tx
    .selectFrom('invitation')
    .innerJoin('app_user', 'app_user.id', 'invitation.user_id')
    .innerJoin('company', 'company.id', 'invitation.company_id')
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.email',
      'invitation.company_id as companyId',
      'company.name as companyName',
    ])
    .where('invitation.token_hash', '=', hashToken(token))
    .where('invitation.expires_at', '>', now)
    .where('app_user.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Uses an invitation up. @returns false if it was already used */
export async function takeInvitation(tx: Tx, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
