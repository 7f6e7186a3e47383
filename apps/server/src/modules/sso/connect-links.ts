import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** The number of hours for which a mailed link to connect an account is valid. */
export const CONNECT_HOURS = 24

export interface LinkedAccount {
  userId: string
  companyId: string
  companyName: string
  email: string
}

/**
 * Finds the account that a token can connect to a directory. The token comes from an invitation or from a link that was mailed to the
 * account's address. Returns undefined if the token is unknown, used or expired, or if its user may not log in.
 */
export async function findLinkedAccount(tx: Tx, token: string, now: Date): Promise<LinkedAccount | undefined> {
  const links = tx.selectFrom('sso_link').select(['token_hash', 'user_id', 'expires_at'])
  const invitations = tx.selectFrom('invitation').select(['token_hash', 'user_id', 'expires_at'])
  return tx
    .selectFrom(links.unionAll(invitations).as('link'))
    .innerJoin('app_user', 'app_user.id', 'link.user_id')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .select([
      'app_user.id as userId',
      'app_user.company_id as companyId',
      'company.name as companyName',
      'app_user.email',
    ])
    .where('link.token_hash', '=', hashToken(token))
    .where('link.expires_at', '>', now)
    .where('app_user.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes a link and all other links and invitations of its user. Returns undefined when the link was used or expired meanwhile. */
export async function takeLink(
  tx: Tx,
  { userId, linkHash }: { userId: string; linkHash: string },
  now: Date,
): Promise<'invitation' | 'link' | undefined> {
  const invitations = await tx
    .deleteFrom('invitation')
    .where('user_id', '=', userId)
    .returning(['token_hash', 'expires_at'])
    .execute()
  const links = await tx
    .deleteFrom('sso_link')
    .where('user_id', '=', userId)
    .returning(['token_hash', 'expires_at'])
    .execute()
  const isIt = (row: { token_hash: string; expires_at: Date }): boolean =>
    row.token_hash === linkHash && row.expires_at > now
  if (invitations.some(isIt)) return 'invitation'
  return links.some(isIt) ? 'link' : undefined
}
