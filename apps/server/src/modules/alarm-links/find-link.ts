import { sql } from 'kysely'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import { mayDoWith } from '../alarms/index.ts'

/** A link that works. */
export interface OpenLink {
  id: string
  companyId: string
  alarmId: string
  expiresAt: Date
  createdBy: string
  author: { userId: string; tokenId: null } | { tokenId: string }
}

/**
 * Finds the link of a token that this installation has signed. One statement asks for the hash, the end and the revocation, so that a token of a
 * deleted and of a revoked link take the same work and cannot be told apart. A token is compared by its hash: how long that takes says nothing of the token.
 */
export async function findOpenLink(db: Db, token: string, now: Date): Promise<OpenLink | undefined> {
  const hash = hashToken(token)
  const row = await inSystem(
    db,
    (tx) =>
      tx
        .selectFrom('alarm_link')
        .select(['id', 'company_id', 'alarm_id', 'expires_at', 'created_by', 'user_id', 'token_id'])
        .where('token_hash', '=', hash)
        .where('expires_at', '>', now)
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
    { readOnly: true },
  )
  if (row === undefined) return undefined
  const { user_id: userId, token_id: tokenId } = row
  const author = tokenId !== null ? { tokenId } : userId !== null ? { userId, tokenId: null } : undefined
  if (author === undefined) return undefined
  const { id, company_id: companyId, alarm_id: alarmId, expires_at: expiresAt, created_by: createdBy } = row
  return { id, companyId, alarmId, expiresAt, createdBy, author }
}

/**
 * Whether the maker of the link may still share its alarm. Somebody who left the company leaves no open door. Programs go on working while their
 * company is suspended, but their links rest, since nobody in the company can revoke them then.
 */
export async function isStillAllowed(tx: Tx, { author, alarmId, companyId }: OpenLink, now: Date): Promise<boolean> {
  if (author.tokenId !== null) {
    const company = await tx
      .selectFrom('company')
      .select('id')
      .where('id', '=', companyId)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    if (company === undefined) return false
  }
  return mayDoWith(tx, author, { alarmId, permission: 'share.manage' }, now)
}

/** Counts that a link was opened. Returns false if it was revoked meanwhile. */
export async function countOpening(tx: Tx, { id }: OpenLink, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alarm_link')
    .set({ open_count: sql`open_count + 1`, last_opened_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
