import { hashToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** How long a mailed link is valid. */
export const LINK_MINUTES = 60

export interface LinkOwner {
  id: string
  companyId: string
  companyName: string
  name: string
  email: string
}

/** The owner of a link's token; undefined when the token is unknown, expired or used, or its owner may not log in. */
export async function findLinkOwner(tx: Tx, token: string, now: Date): Promise<LinkOwner | undefined> {
  return tx
    .selectFrom('password_link')
    .innerJoin('app_user', 'app_user.id', 'password_link.user_id')
    .innerJoin('company', 'company.id', 'password_link.company_id')
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.email',
      'password_link.company_id as companyId',
      'company.name as companyName',
    ])
    .where('password_link.token_hash', '=', hashToken(token))
    .where('password_link.used_at', 'is', null)
    .where('password_link.expires_at', '>', now)
    .where('app_user.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Uses up all open links of a user. Returns the hashes of their tokens. */
export async function closeLinks(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const closed = await tx
    .updateTable('password_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  return closed.map(({ token_hash: hash }) => hash)
}

/** Uses a link up, with all other links of its owner. False when it was already used. */
export async function useLink(tx: Tx, token: string, owner: LinkOwner, now: Date): Promise<boolean> {
  return (await closeLinks(tx, owner.id, now)).includes(hashToken(token))
}
