import { sql } from 'kysely'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import { mayDoWith } from '../alarms/index.ts'

/** Who made a link: a user, a program, or a receiver whose messages carry it. */
type Author = { userId: string; tokenId: null } | { tokenId: string } | { receiverId: string }

/** A link that works. */
export interface OpenLink {
  id: string
  companyId: string
  alarmId: string
  expiresAt: Date
  createdBy: string
  author: Author
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
        .select(['id', 'company_id', 'alarm_id', 'expires_at', 'created_by', 'user_id', 'token_id', 'receiver_id'])
        .where('token_hash', '=', hash)
        .where('expires_at', '>', now)
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
    { readOnly: true },
  )
  if (row === undefined) return undefined
  const author = authorOf(row)
  if (author === undefined) return undefined
  const { id, company_id: companyId, alarm_id: alarmId, expires_at: expiresAt, created_by: createdBy } = row
  return { id, companyId, alarmId, expiresAt, createdBy, author }
}

function authorOf(row: {
  user_id: string | null
  token_id: string | null
  receiver_id: string | null
}): Author | undefined {
  if (row.receiver_id !== null) return { receiverId: row.receiver_id }
  if (row.token_id !== null) return { tokenId: row.token_id }
  return row.user_id === null ? undefined : { userId: row.user_id, tokenId: null }
}

/** Whether a receiver is there and its messages still carry links. One that is switched off for a while closes nothing. */
async function isStillShared(tx: Tx, receiverId: string): Promise<boolean> {
  const receiver = await tx
    .selectFrom('receiver')
    .select('id')
    .where('id', '=', receiverId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`config -> 'sharedLink' = 'true'`)
    .executeTakeFirst()
  return receiver !== undefined
}

/**
 * Whether the maker of the link may still share its alarm. Somebody who left the company leaves no open door. Programs and receivers go on working
 * while their company is suspended, but their links rest, since nobody in the company can revoke them then.
 */
export async function isStillAllowed(tx: Tx, { author, alarmId, companyId }: OpenLink, now: Date): Promise<boolean> {
  if (!('userId' in author)) {
    const company = await tx
      .selectFrom('company')
      .select('id')
      .where('id', '=', companyId)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    if (company === undefined) return false
  }
  if ('receiverId' in author) return isStillShared(tx, author.receiverId)
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
